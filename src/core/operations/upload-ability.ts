import { inspectPackage, type PackageLimits } from '../../ability-package/inspect-package.ts';
import { isPackageProblem } from '../../ability-package/package-problem-error.ts';
import type { AbilityId } from '../../contract/index.ts';
import { isServiceError } from '../../service-client/errors/index.ts';
import type { AbilityUpload } from '../../service-client/service-client.ts';
import { joinCatalog } from '../catalog.ts';
import type { UploadForm } from '../command.ts';
import type { Outcome } from '../outcome.ts';
import type { OperationContext } from './context.ts';

export type UploadStep =
  | { step: 'reading'; percent: number | null }
  | { step: 'checking' }
  | { step: 'sending' }
  | { step: 'confirming' };

export interface UploadJob {
  form: UploadForm;
  limits: PackageLimits;
  /**
   * Brings the zip (and the icon, if one was chosen) to this machine. What it throws as a PackageProblemError is told
   * to the person.
   */
  fetchFiles: (onPercent: (percent: number | null) => void) => Promise<Pick<AbilityUpload, 'zip' | 'image'>>;
  onStep: (step: UploadStep) => void;
}

/**
 * Endpoint 3. The name is looked up before the file is fetched; what the service says later still counts. The IDs read
 * then let the client tell, after a lost answer, whether an Ability of that name is ours.
 */
export async function uploadAbility(job: UploadJob, context: OperationContext): Promise<Outcome> {
  const { form, onStep } = job;
  try {
    const before = await context.service.listAbilities();
    const taken = before.find(({ name }) => name === form.name);
    if (taken) return { kind: 'name-taken', name: form.name, id: taken.id };
    onStep({ step: 'reading', percent: null });
    const files = await job.fetchFiles((percent) => onStep({ step: 'reading', percent }));
    onStep({ step: 'checking' });
    const contents = await inspectPackage(files.zip.path, job.limits);
    onStep({ step: 'sending' });
    const existingIds = new Set(before.map(({ id }) => id));
    const { abilityId } = await context.service.uploadAbility({ ...form, ...files, existingIds });
    onStep({ step: 'confirming' });
    return { kind: 'uploaded', name: form.name, id: abilityId, state: await readState(abilityId, context), contents };
  } catch (error) {
    if (isPackageProblem(error)) return { kind: 'package-refused', name: form.name, sentence: error.sentence };
    if (!isServiceError(error)) throw error;
    return { kind: 'trouble', error, effect: error.kind === 'unclear' ? 'unknown' : 'none' };
  }
}

/** The Ability exists by now, so a list that cannot be read leaves only its state unknown. */
async function readState(id: AbilityId, { service, now }: OperationContext) {
  try {
    const [abilities, installed] = await Promise.all([service.listAbilities(), service.listInstalledAbilities()]);
    const { entries } = joinCatalog(abilities, installed, now());
    return entries.find(({ ability }) => ability?.id === id)?.state ?? null;
  } catch (error) {
    if (isServiceError(error)) return null;
    throw error;
  }
}
