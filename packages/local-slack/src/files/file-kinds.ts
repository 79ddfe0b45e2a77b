interface FileKind {
  mimetype: string;
  /** Slack's own name for it. */
  filetype: string;
  /** Slack turns short text into an editable snippet. */
  isText: boolean;
}

const binary = (mimetype: string, filetype: string): FileKind => ({ mimetype, filetype, isText: false });
const text = (filetype: string): FileKind => ({ mimetype: 'text/plain', filetype, isText: true });

const KINDS: Readonly<Record<string, FileKind>> = {
  gif: binary('image/gif', 'gif'),
  jpeg: binary('image/jpeg', 'jpg'),
  jpg: binary('image/jpeg', 'jpg'),
  json: text('json'),
  md: text('markdown'),
  png: binary('image/png', 'png'),
  py: text('python'),
  txt: text('text'),
  yaml: text('yaml'),
  yml: text('yaml'),
  zip: binary('application/zip', 'zip'),
};

/** The kind of a file by its extension. */
export function kindOf(name: string): FileKind {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return KINDS[ending] ?? binary('application/octet-stream', ending || 'auto');
}

/** Longer text stays a normal file. */
const MAX_SNIPPET_BYTES = 1024 ** 2;

/** How Slack stores a file: as bytes, or as a text snippet. */
export function modeOf({ name, size }: { name: string; size: number }): 'hosted' | 'snippet' {
  return kindOf(name).isText && size <= MAX_SNIPPET_BYTES ? 'snippet' : 'hosted';
}
