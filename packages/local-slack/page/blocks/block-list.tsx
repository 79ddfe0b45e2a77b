import { useErrorBoundary } from 'preact/hooks';
import type { Block } from '../../src/block-kit/index.ts';
import { useSurface } from '../session/surface.ts';
import { Failure } from '../shell/failure.tsx';
import { BlockView, type BlockViewProps } from './block-view.tsx';
import { subjectsOf } from './subject.ts';
import { UnknownPart } from './unknown-part.tsx';
import { useBlockKeys } from './use-keys.ts';

/** The blocks of a message or view, each with the error of a failed click. */
export function BlockList({
  blocks,
  errors = {},
}: {
  blocks: readonly Block[];
  errors?: Readonly<Record<string, string>>;
}) {
  const { failure } = useSurface();
  const keys = useBlockKeys(blocks);
  const subjects = subjectsOf(blocks);
  return (
    <div class="blocks">
      {blocks.map((block, index) => {
        const blockId = block.block_id ?? '';
        return (
          <div class="block" key={keys[index]} data-block={block.type}>
            <GuardedBlock block={block} error={errors[blockId]} subject={subjects[index] ?? null} />
            {failure?.blockId === blockId && <Failure sentence={failure.sentence} />}
          </div>
        );
      })}
    </div>
  );
}

/** Keeps one malformed block from breaking the page. */
function GuardedBlock(props: BlockViewProps) {
  const [failed] = useErrorBoundary();
  return failed ? <UnknownPart kind="block" part={props.block} /> : <BlockView {...props} />;
}
