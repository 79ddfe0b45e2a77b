import { writeArchive } from '../base/write-archive.ts';
import { folderName } from './packages.ts';

/** The files of a starter Ability, by name. All our own content, free to be changed. */
export function starterFiles(name: string): { path: string; content: string }[] {
  return [
    { path: '__init__.py', content: '' },
    { path: 'README.md', content: readme(name) },
    { path: 'main.py', content: MAIN },
  ];
}

const MAIN = `"""What this Ability does. Everything that a person may want to change stands at the top."""

GREETING = "Good to hear from you"
FALLBACK = "I did not catch that. Say it once more."


def answer(said):
    """The sentence that is spoken.

    said: the words that the person said, as text; may be empty.
    """
    words = said.split()
    if not words:
        return FALLBACK
    return f"{GREETING}. You said {len(words)} words, and the last one was {words[-1]}."


def run(said=""):
    """Called when one of the trigger words was heard."""
    return answer(said)
`;

const readme = (name: string): string => `# ${name}

A first Ability. It says how many words it heard.

## What to change

1. In \`main.py\`: what \`answer\` returns, and the two sentences at the top.
2. This file: what the Ability does, and how somebody talks to it.
3. Further files go beside \`main.py\`. \`__init__.py\` stays, empty.

Keep keys and passwords out of the files: whoever can read the Ability can read them.

## How it gets to your Agents

1. Pack the folder into a zip, the folder itself included, or select all files and drop them together.
2. Drop it into a channel of Slack where the bot is, and press the button under the answer.
3. Give it a name, one line of description and the words that start it.
4. Assign it to an Agent: \`/abilities assign\`.
`;

/** The earliest date that a zip can store; a constant makes the output deterministic. */
const FIRST_DAY = new Date(Date.UTC(1980, 0, 1));

/**
 * Writes a zip with a starter Ability in a folder, as the service accepts it.
 * @param path is created with access for its owner only.
 * @returns the number of files.
 */
export async function writeStarter(name: string, path: string): Promise<number> {
  const folder = folderName(name);
  const entries = starterFiles(name).map((file) => ({
    path: `${folder}/${file.path}`,
    content: Buffer.from(file.content),
  }));
  await writeArchive(entries, FIRST_DAY, path);
  return entries.length;
}
