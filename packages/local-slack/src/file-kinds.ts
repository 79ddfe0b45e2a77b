/** What Slack takes a file for. */
export interface FileKind {
  readonly mimetype: string;
  /** Slack's own word for it. */
  readonly filetype: string;
  /** Slack makes an editable snippet of short text. */
  readonly isText: boolean;
}

const binary = (mimetype: string, filetype: string): FileKind => ({ mimetype, filetype, isText: false });
const text = (filetype: string): FileKind => ({ mimetype: 'text/plain', filetype, isText: true });

const kinds: Readonly<Record<string, FileKind>> = {
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

/** The kind of a file by the ending of its name. */
export function kindOf(name: string): FileKind {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return kinds[ending] ?? binary('application/octet-stream', ending || 'auto');
}

/** A longer text stays a file as any other. */
const longestSnippet = 1024 ** 2;

/** How Slack keeps a file: as bytes, or as a snippet of text. */
export function modeOf({ name, size }: { readonly name: string; readonly size: number }): 'hosted' | 'snippet' {
  return kindOf(name).isText && size <= longestSnippet ? 'snippet' : 'hosted';
}
