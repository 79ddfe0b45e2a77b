import { withTimeout } from '../../../base/timeout.ts';
import { joinCatalog } from '../../../core/catalog.ts';
import { recallDigests } from '../../../core/code-problems.ts';
import { MAY_BE_CACHED, MAY_BE_PARTIAL } from '../../../core/operation-context.ts';
import { fold } from '../../../core/text-matching.ts';
import type { SharedFile } from '../../button-value.ts';
import type { Inside } from '../../feature.ts';
import type { Workspace } from '../../workspace.ts';
import { type KnownAbilities, NOTHING_KNOWN } from './messages.ts';
import { suggestNameFor } from './suggest-name.ts';

/** An inspected zip; null if it could not be inspected. */
type Inspected = Extract<Inside, { ok: true }> | null;

/**
 * The account's Abilities with the name or the code of an offered one. This is only a hint: it's empty if the service
 * or the store doesn't answer in time.
 */
export async function findKnown(file: SharedFile, inside: Inspected, workspace: Workspace): Promise<KnownAbilities> {
  if (!inside) return NOTHING_KNOWN;
  try {
    const { clock, deadlines } = workspace.context;
    return await withTimeout(clock, find(file, inside, workspace), deadlines.hints, () => NOTHING_KNOWN);
  } catch (error) {
    workspace.log.warn({ err: error, file: file.id }, 'lookup of matching Abilities failed');
    return NOTHING_KNOWN;
  }
}

async function find(
  file: SharedFile,
  { contents, suggested }: Exclude<Inspected, null>,
  { context }: Workspace,
): Promise<KnownAbilities> {
  const { service } = context;
  const abilities = await service.listAbilities(MAY_BE_CACHED);
  const name = fold(suggestNameFor(file, suggested ?? { folder: null, heading: null }));
  const namesake = name === '' ? undefined : abilities.find((ability) => fold(ability.name) === name);
  const digest = contents.lift?.contentDigest ?? contents.contentDigest;
  // Nothing here depends on whether an Ability is installed.
  const digests = await recallDigests(joinCatalog(abilities, [], context.now()), context);
  const sameCode = [...digests].flatMap(([id, one]) =>
    one === digest ? (abilities.find((ability) => ability.id === id)?.name ?? []) : [],
  );
  if (!namesake) return { namesake: null, sameCode };
  const canUpdate = digests.get(namesake.id) !== digest && (await service.findRelease(namesake.id)) !== null;
  return { namesake: { name: namesake.name, canUpdate }, sameCode };
}

/** True if the account has an Ability with this name. False if the service is slow, because the upload checks again. */
export async function isNameTaken(name: string, { context, log, uploadTools }: Workspace): Promise<boolean> {
  const find = async () => {
    const abilities = await uploadTools.service.listAbilities(MAY_BE_PARTIAL);
    return abilities.some((ability) => ability.name === name);
  };
  try {
    return await withTimeout(context.clock, find(), context.deadlines.hints, () => false);
  } catch (error) {
    log.warn({ err: error }, 'name of an upload not checked');
    return false;
  }
}
