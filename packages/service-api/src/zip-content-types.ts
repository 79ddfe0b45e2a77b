/** Content types that the service accepts for a package (service interface, "Upload Ability"). */
export const ZIP_CONTENT_TYPES = [
  'application/zip',
  'application/x-zip',
  'application/x-zip-compressed',
  'application/octet-stream',
] as const;
