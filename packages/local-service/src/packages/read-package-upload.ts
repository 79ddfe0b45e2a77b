import { type Category, ZIP_CONTENT_TYPES } from '@abilities-bot/service-api';
import type { Form } from '../http/read-form.ts';
import { RequestError } from '../http/request-error.ts';
import type { SpooledFile } from '../storage/file-store.ts';
import { inspectPackage, PackageError, type PackageLayout } from './inspect-package.ts';

/**
 * Reads and checks the form's zip_file.
 * @throws {RequestError} 400, with the messages that clients know (service notes, endpoint 3).
 */
export async function readPackageUpload(
  form: Form,
  layout: PackageLayout,
  forbiddenModules: readonly string[],
  category: Category | null,
): Promise<SpooledFile> {
  const file = form.files.get('zip_file');
  if (!file) throw new RequestError(400, 'zip_file: is required, as a file.');
  const accepted: readonly string[] = ZIP_CONTENT_TYPES;
  if (!accepted.includes(file.contentType)) {
    throw new RequestError(400, `Unsupported file format ${file.contentType}`);
  }
  try {
    await inspectPackage(file.path, layout, forbiddenModules, category);
  } catch (error) {
    if (error instanceof PackageError) throw new RequestError(400, error.message);
    throw error;
  }
  return file;
}
