import { describe, expect, test } from 'vitest';
import { buildZip } from './build-zip.ts';
import { inspectBytes, PLAIN, warningsOf, warningsWith } from './inspect-bytes.ts';

const TAKE_OUT = 'Take them out unless all who can read the Ability may know them.';
const NOT_SENT = 'No Ability needs that, so it is not sent.';
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
  ])('%s by what stands in it', async (_what, content) => {
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
      `Archives in the zip, whose contents were not looked into: “tides/${name}”. Take them out unless the Ability needs them.`,
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
  ])('%s', async (name, shown) => {
    expect(await warningsWith({ name })).toEqual([`Left out: “${shown}”. ${NOT_SENT}`]);
  });

  test('many are one warning, and a folder of it is one thing', async () => {
    const names = ['.git/a', '.git/b/c', '__pycache__/x.pyc', 'a.pyc', 'b.pyc', '.DS_Store'];
    expect(await warningsWith(...names.map((name) => ({ name: `tides/${name}` })))).toEqual([
      `Left out: “tides/.git/”, “tides/__pycache__/”, “tides/a.pyc” and 2 more. ${NOT_SENT}`,
    ]);
  });

  test('what the Mac adds makes no second folder, and is warned of in no other way', async () => {
    const more = buildZip({ entries: PLAIN });
    expect(
      await warningsWith(
        { name: '__MACOSX/tides/._main.py', content: PRIVATE_KEY },
        { name: '__MACOSX/con/old.zip', content: more, method: 0 },
      ),
    ).toEqual([`Left out: “__MACOSX/”. ${NOT_SENT}`]);
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
  const NO_MAIN = 'There is no main.py, which the service expects in the top folder.';
  const NO_INIT = 'There is no __init__.py beside main.py. The service expects one; it may be empty.';

  test.each([
    ['a flat zip', ['main.py', '__init__.py'], [FLAT]],
    [
      'several folders',
      ['a/main.py', 'a/__init__.py', 'b/x'],
      ['The zip has several folders at its root: “a”, “b”. The service expects a single one.'],
    ],
    ['no main.py', ['tides/__init__.py'], [NO_MAIN]],
    ['main.py in capitals', ['tides/__init__.py', 'tides/Main.py'], [NO_MAIN]],
    [
      'a deeper main.py',
      ['tides/__init__.py', 'tides/src/main.py'],
      ['main.py is at “tides/src/main.py”. The service expects it in the top folder.'],
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
  const END = 'They can be something else than they look like.';

  test.each([
    ['m\u0430in.py', '“tides/m\u0430in.py” mixes alphabets whose letters look alike'],
    [
      '\u0441\u043e\u0440\u0443.py',
      '“tides/\u0441\u043e\u0440\u0443.py” is written in letters that look like Latin ones',
    ],
    ['\uff4dain.py', '“tides/\uff4dain.py” holds letters that look like plain ones'],
    ['a\u2215b.py', undefined],
    ['main\u200b.txt', '“tides/main\\u{200b}.txt” holds characters that cannot be seen'],
    ['x\u202eyp.py', '“tides/x\\u{202e}yp.py” holds marks that turn the reading direction'],
    ['a\u00a0b', '“tides/a\u00a0b” holds a space that is not the usual one'],
    ['a\ue000', '“tides/a\ue000” holds characters without a meaning'],
    [' a', '“tides/ a” begins or ends with a space'],
    ['a ', '“tides/a ” begins or ends with a space'],
    ['a.', '“tides/a.” begins or ends with dots'],
    ['..a', '“tides/..a” begins or ends with dots'],
    ['CON', '“tides/CON” is a name that Windows cannot keep'],
    ['aux.py', '“tides/aux.py” is a name that Windows cannot keep'],
    ['what?', '“tides/what?” is a name that Windows cannot keep'],
  ])('%j', async (name, odd) => {
    const sentences = odd === undefined ? [] : [`Odd names: ${odd}. ${END}`];
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
      `Odd names: “tides/con” is a name that Windows cannot keep. ${END}`,
    ]);
    const names = ['a.', 'b.', 'c.', 'd.', 'e.'].map((name) => ({ name: `tides/${name}` }));
    expect(await warningsWith(...names)).toEqual([
      `Odd names: “tides/a.” begins or ends with dots, “tides/b.” begins or ends with dots, “tides/c.” begins or ends with dots and 2 more. ${END}`,
    ]);
  });
});

describe('bytes around the zip', () => {
  const entries = [main, init];

  test.each([
    [
      'before it',
      { leading: Buffer.from([0, 1, 2]) },
      'Before the zip stand 3 bytes. They belong to no file in it: pack your folder anew if you did not expect them.',
    ],
    [
      'before it, counted',
      { leading: Buffer.from([0, 1, 2]), countsLeading: true },
      'Before the zip stand 3 bytes. They belong to no file in it: pack your folder anew if you did not expect them.',
    ],
    [
      'a picture before it',
      { leading: Buffer.from('GIF89a') },
      'Before the zip stand 6 bytes that look like a GIF image. They belong to no file in it: pack your folder anew if you did not expect them.',
    ],
    [
      'behind it',
      { trailing: Buffer.from('\r\n') },
      'After the end of the zip stand 2 bytes. They belong to no file in it: pack your folder anew if you did not expect them.',
    ],
    [
      'behind it and a comment',
      { trailing: Buffer.from('x'), comment: 'hi' },
      'After the end of the zip stand 1 byte. They belong to no file in it: pack your folder anew if you did not expect them.',
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
