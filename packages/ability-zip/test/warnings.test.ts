import { describe, expect, test } from 'vitest';
import { buildZip } from './build-zip.ts';
import { inspectBytes, PLAIN, warningsOf, warningsWith } from './inspect-bytes.ts';

const TAKE_OUT = 'Remove them: everyone who can read the Ability can read these files.';
const main = { name: 'tides/main.py', content: 'x' };
const init = { name: 'tides/__init__.py' };
/** In two parts, so that secret scanners do not report this file. */
const PRIVATE_KEY = ['-----BEGIN RSA PRIVATE', 'KEY-----'].join(' ');

describe('possible secrets', () => {
  test.each(['credentials.json', 'client_secret_1.json', 'secrets.yaml', 'tokens.txt'])(
    '%s by its name',
    async (name) => {
      expect(await warningsWith({ name: `tides/${name}` })).toEqual([`Possible secrets: “tides/${name}”. ${TAKE_OUT}`]);
    },
  );

  test.each([
    ['a private key', PRIVATE_KEY],
    ['a private key of OpenSSH', PRIVATE_KEY.replace('RSA', 'OPENSSH')],
    ['a key of AWS', ['id = "AKIA', 'ABCDEFGHIJKLMNOP"'].join('')],
    ['a token of Slack', ['xoxb', '123456789012', 'abc'].join('-')],
    ['a token of GitHub', ['ghp', 'a'.repeat(36)].join('_')],
    ['a key of a model', ['sk', 'proj', 'a'.repeat(24)].join('-')],
    ['a private key far into the file', `${' '.repeat(65_530)}${PRIVATE_KEY}`],
  ])('%s, detected by content', async (_what, content) => {
    expect(await warningsWith({ name: 'tides/x.txt', content })).toEqual([
      `Possible secrets: “tides/x.txt”. ${TAKE_OUT}`,
    ]);
  });

  test.each(['.env.example', 'monkey.py', 'environment', 'tokenizer.py', 'keys.md'])('not %s', async (name) => {
    expect(await warningsWith({ name: `tides/${name}`, content: 'task-'.repeat(30) })).toEqual([]);
  });
});

describe('archives in the archive', () => {
  test.each([
    ['more.zip', 'not even one'],
    ['more.tar.gz', ''],
    ['more.whl', ''],
    ['harmless.txt', buildZip({ entries: PLAIN })],
    ['harmless.txt', Buffer.from('7z\xbc\xaf\x27\x1c', 'latin1')],
  ])('%s', async (name, content) => {
    expect(await warningsWith({ name: `tides/${name}`, content, method: 0 })).toEqual([
      `Archives inside the zip, not inspected: “tides/${name}”. Remove them unless the Ability needs them.`,
    ]);
  });

  test('sound and images are none', async () => {
    expect(
      await warningsWith({ name: 'tides/wave.mp3', content: 'ID3' }, { name: 'tides/x.gif', content: 'GIF89a' }),
    ).toEqual([]);
  });
});

describe('left out', () => {
  test.each([
    ['tides/.DS_Store', 'tides/.DS_Store'],
    ['tides/Thumbs.db', 'tides/Thumbs.db'],
    ['tides/._main.py', 'tides/._main.py'],
    ['tides/old.pyc', 'tides/old.pyc'],
    ['tides/main.py~', 'tides/main.py~'],
    ['tides/__pycache__/main.pyc', 'tides/__pycache__/'],
    ['tides/.git/config', 'tides/.git/'],
    ['tides/a/node_modules/b/c', 'tides/a/node_modules/'],
    ['tides/.env', 'tides/.env'],
    ['tides/.env.production', 'tides/.env.production'],
    ['tides/server.pem', 'tides/server.pem'],
    ['tides/server.KEY', 'tides/server.KEY'],
    ['tides/id_rsa', 'tides/id_rsa'],
    ['tides/id_ed25519', 'tides/id_ed25519'],
    ['tides/.netrc', 'tides/.netrc'],
    ['tides/store.p12', 'tides/store.p12'],
    ['tides/.tox/py311/x', 'tides/.tox/'],
    ['tides/.nox/x', 'tides/.nox/'],
    ['tides/lib/site-packages/requests/api.py', 'tides/lib/site-packages/'],
    ['tides/tides.egg-info/PKG-INFO', 'tides/tides.egg-info/'],
    ['tides/.coverage', 'tides/.coverage'],
    ['tides/.coverage.host.1', 'tides/.coverage.host.1'],
    ['tides/.ipynb_checkpoints/a.ipynb', 'tides/.ipynb_checkpoints/'],
    ['tides/~$notes.docx', 'tides/~$notes.docx'],
    ['tides/main.py.bak', 'tides/main.py.bak'],
    ['tides/.claude/settings.json', 'tides/.claude/'],
    ['tides/.cursor/rules/a.mdc', 'tides/.cursor/'],
    ['tides/.zed/settings.json', 'tides/.zed/'],
    ['tides/.aider.chat.history.md', 'tides/.aider.chat.history.md'],
  ])('%s', async (name, shown) => {
    expect(await warningsWith({ name })).toEqual([`Not uploaded: “${shown}”.`]);
  });

  test.each(['coverage.py', 'env/main.json', 'site.py', 'egg-info.txt', 'claude/x', 'bak'])('not %s', async (name) => {
    expect(await warningsWith({ name: `tides/${name}` })).toEqual([]);
  });

  test('many are one warning, and a folder of it is one thing', async () => {
    const names = ['.git/a', '.git/b/c', '__pycache__/x.pyc', 'a.pyc', 'b.pyc', '.DS_Store'];
    expect(await warningsWith(...names.map((name) => ({ name: `tides/${name}` })))).toEqual([
      `Not uploaded: “tides/.git/”, “tides/__pycache__/”, “tides/a.pyc” and 2 more.`,
    ]);
  });

  test('what the Mac adds makes no second folder, and is warned of in no other way', async () => {
    const more = buildZip({ entries: PLAIN });
    expect(
      await warningsWith(
        { name: '__MACOSX/tides/._main.py', content: PRIVATE_KEY },
        { name: '__MACOSX/con/old.zip', content: more, method: 0 },
      ),
    ).toEqual([`Not uploaded: “__MACOSX/”.`]);
  });

  test('a flat zip with junk in a folder is flat, and one of junk alone holds no main.py', async () => {
    const flat = await inspectBytes(buildZip({ entries: [{ name: 'main.py' }, { name: '__pycache__/main.pyc' }] }));
    expect(flat).toMatchObject({ layout: 'flat', files: [{ path: 'main.py' }] });
    const junk = await inspectBytes(buildZip({ entries: [{ name: '.git/config' }] }));
    expect(junk.files).toEqual([]);
  });
});

describe('what the service expects', () => {
  const FLAT = 'The files are at the root of the zip. The service expects them in one folder.';
  const NESTED = (folder: string) =>
    `The Ability is in a subfolder, “${folder}”. The service expects main.py in the top folder.`;
  const NO_MAIN = 'main.py is missing. The service expects it in the top folder.';
  const NO_INIT = '__init__.py is missing next to main.py. The service expects one; it can be empty.';

  test.each([
    ['a flat zip', ['main.py', '__init__.py'], [FLAT]],
    ['several folders', ['a/main.py', 'a/__init__.py', 'b/x'], [NESTED('a/'), 'Not uploaded: “b/”.']],
    ['no main.py', ['tides/__init__.py'], [NO_MAIN]],
    ['main.py in capitals', ['tides/__init__.py', 'tides/Main.py'], [NO_MAIN]],
    [
      'a deeper main.py',
      ['tides/__init__.py', 'tides/src/main.py'],
      [NESTED('tides/src/'), NO_INIT, 'Not uploaded: “tides/__init__.py”.'],
    ],
    ['no __init__.py', ['tides/main.py'], [NO_INIT]],
    ['no __init__.py where main.py is', ['tides/main.py', 'tides/a/__init__.py'], [NO_INIT]],
    [
      'neither, in several folders',
      ['a/x', 'b/y'],
      ['The zip has several folders at its root: “a”, “b”. The service expects a single one.', NO_MAIN, NO_INIT],
    ],
    ['neither, flat', ['x'], [FLAT, NO_MAIN, NO_INIT]],
  ])('%s', async (_what, names, sentences) => {
    expect(await warningsOf({ entries: names.map((name) => ({ name, content: 'x' })) })).toEqual(sentences);
  });
});

describe('odd names', () => {
  const END = 'They may not be what they look like.';

  test.each([
    ['m\u0430in.py', '“tides/m\u0430in.py” mixes alphabets with similar letters'],
    ['\u0441\u043e\u0440\u0443.py', '“tides/\u0441\u043e\u0440\u0443.py” uses letters that look like Latin ones'],
    ['\uff4dain.py', '“tides/\uff4dain.py” contains letters that look like plain ones'],
    ['a\u2215b.py', undefined],
    ['main\u200b.txt', '“tides/main\\u{200b}.txt” contains invisible characters'],
    ['x\u202eyp.py', '“tides/x\\u{202e}yp.py” contains characters that change the reading direction'],
    ['a\u00a0b', '“tides/a\u00a0b” contains an unusual space'],
    ['a\ue000', '“tides/a\ue000” contains unassigned characters'],
    [' a', '“tides/ a” starts or ends with a space'],
    ['a ', '“tides/a ” starts or ends with a space'],
    ['a.', '“tides/a.” starts or ends with dots'],
    ['..a', '“tides/..a” starts or ends with dots'],
    ['CON', '“tides/CON” is not a valid name on Windows'],
    ['aux.py', '“tides/aux.py” is not a valid name on Windows'],
    ['what?', '“tides/what?” is not a valid name on Windows'],
  ])('%j', async (name, odd) => {
    const sentences = odd === undefined ? [] : [`Unusual names: ${odd}. ${END}`];
    expect(await warningsWith({ name: `tides/${name}` })).toEqual(sentences);
  });

  test.each(['Café.md', 'прилив.py', '潮.txt', 'παλίρροια', '.gitignore', 'a b.txt', 'コン.py'])(
    'not %s',
    async (name) => {
      expect(await warningsWith({ name: `tides/${name}` })).toEqual([]);
    },
  );

  test('an odd folder is named once, many names by number', async () => {
    expect(await warningsWith({ name: 'tides/con/a' }, { name: 'tides/con/b/' }, { name: 'tides/con/b/c' })).toEqual([
      `Unusual names: “tides/con” is not a valid name on Windows. ${END}`,
    ]);
    const names = ['a.', 'b.', 'c.', 'd.', 'e.'].map((name) => ({ name: `tides/${name}` }));
    expect(await warningsWith(...names)).toEqual([
      `Unusual names: “tides/a.” starts or ends with dots, “tides/b.” starts or ends with dots, “tides/c.” starts or ends with dots and 2 more. ${END}`,
    ]);
  });
});

describe('bytes around the zip', () => {
  const entries = [main, init];

  test.each([
    [
      'before it',
      { leading: Buffer.from([0, 1, 2]) },
      "There are 3 bytes before the zip. Zip the folder again if you didn't expect that.",
    ],
    [
      'before it, counted',
      { leading: Buffer.from([0, 1, 2]), countsLeading: true },
      "There are 3 bytes before the zip. Zip the folder again if you didn't expect that.",
    ],
    [
      'a picture before it',
      { leading: Buffer.from('GIF89a') },
      "There are 6 bytes before the zip, which look like a GIF image. Zip the folder again if you didn't expect that.",
    ],
    [
      'behind it',
      { trailing: Buffer.from('\r\n') },
      "There are 2 bytes after the end of the zip. Zip the folder again if you didn't expect that.",
    ],
    [
      'behind it and a comment',
      { trailing: Buffer.from('x'), comment: 'hi' },
      "There is 1 byte after the end of the zip. Zip the folder again if you didn't expect that.",
    ],
  ])('%s', async (_where, plan, sentence) => {
    expect(await warningsOf({ entries, ...plan })).toEqual([sentence]);
  });

  test('before it, with ZIP64', async () => {
    expect(await warningsOf({ entries, leading: Buffer.from('GIF89a'), zip64: {} })).toHaveLength(1);
  });

  test('a comment is nothing to warn of', async () => {
    expect(await warningsOf({ entries, comment: 'made by hand' })).toEqual([]);
  });

  test('more than one piece', async () => {
    const { warnings } = await inspectBytes(buildZip({ entries, leading: Buffer.alloc(200_000) }));
    expect(warnings).toEqual([{ kind: 'leading-bytes', bytes: 200_000, looksLike: null }]);
  });
});

test('the gravest comes first', async () => {
  const { warnings } = await inspectBytes(
    buildZip({
      entries: [{ name: 'a.zip' }, { name: 'tokens.json' }, { name: 'x.pyc' }, { name: 'con' }],
      leading: Buffer.from('a'),
      trailing: Buffer.from('b'),
    }),
  );
  expect(warnings.map(({ kind }) => kind)).toEqual([
    'possible-secret',
    'leading-bytes',
    'trailing-bytes',
    'odd-names',
    'nested-archive',
    'flat-layout',
    'no-main',
    'no-init',
    'left-out',
  ]);
});
