import { writeArchive } from '../base/write-archive.ts';
import { folderName } from './packages.ts';

/** The files of a starter Ability with this name. They are original content, and may be changed freely. */
export function starterFiles(name: string): { path: string; content: string }[] {
  return [
    { path: '__init__.py', content: '' },
    { path: 'README.md', content: readme(name) },
    { path: 'main.py', content: MAIN },
  ];
}

const MAIN = `"""Counts the words it hears. Start by changing the two sentences below."""

GREETING = "Good to hear from you"
FALLBACK = "I didn't catch that. Please say it again."


def answer(said):
    """Returns the sentence that the Agent speaks.

    said: what the person said; may be empty.
    """
    words = said.split()
    if not words:
        return FALLBACK
    return f"{GREETING}. You said {len(words)} words, and the last one was {words[-1]}."


def run(said=""):
    """Called when a trigger word is heard."""
    return answer(said)
`;

const readme = (name: string): string => `# ${name}

Says how many words it heard.

## Trigger words

- ${name.toLowerCase()}

## What to change

1. \`main.py\`: the two sentences at the top, and what \`answer\` returns.
2. This file: its first paragraph becomes the description, and the list above becomes the trigger words.
3. Put other files next to \`main.py\`, and leave \`__init__.py\` empty.

Keep keys and passwords out of these files: everyone who can read the Ability can read them.

## Get it onto an Agent

1. Zip the folder, or select all its files.
2. Drop the zip or the files in a Slack channel that the bot is in, and click *Upload…*.
3. Check the form, choose an Agent under *Add to Agent*, and submit it.
`;

/** The earliest date that a zip can store; a constant makes the output deterministic. */
const FIRST_DAY = new Date(Date.UTC(1980, 0, 1));

/**
 * Writes a zip that contains a starter Ability in a folder, in the layout that the service accepts.
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
