import { useErrorBoundary } from 'preact/hooks';
import type { Block } from '../../src/block-kit/index.ts';
import { useSurface } from '../session/surface.ts';
import { Failure } from '../shell/failure.tsx';
import { BlockView } from './block-view.tsx';
import { UnknownPart } from './unknown-part.tsx';

/** The blocks of a message or view, each with the error of a failed click. */
export function BlockList({
  blocks,
  errors = {},
}: {
  blocks: readonly Block[];
  errors?: Readonly<Record<string, string>>;
}) {
  const { failure } = useSurface();
  return (
    <div class="blocks">
      {blocks.map((block, index) => {
        const blockId = block.block_id ?? '';
        return (
          <div class="block" key={blockId || index} data-block={block.type}>
            <GuardedBlock block={block} error={errors[blockId]} />
            {failure?.blockId === blockId && <Failure sentence={failure.sentence} />}
          </div>
        );
      })}
    </div>
  );
}

/** Keeps one malformed block from breaking the page. */
function GuardedBlock(props: { block: Block; error: string | undefined }) {
  const [failed] = useErrorBoundary();
  return failed ? <UnknownPart kind="block" part={props.block} /> : <BlockView {...props} />;
}
