import { formatBytes } from '@abilities-bot/ability-zip';
import type { ListedRelease } from '@abilities-bot/service-api';
import type { types } from '@slack/bolt';
import { TheService, theService } from '../../../core/service-name.ts';
import type { AuditEnd } from '../../../store/audit-record.ts';
import { shortDigest, type Version } from '../../../store/version-record.ts';
import { actions, allAbilities, button } from '../../blocks/buttons.ts';
import {
  bold,
  capital,
  context,
  countOf,
  dayAt,
  foreign,
  type MessageAnswer,
  plain,
  section,
  toFallback,
} from '../../blocks/kit.ts';
import { person } from '../../blocks/mentions.ts';
import { fittingTitle } from '../../blocks/modals.ts';
import { type ButtonValue, encodeButton } from '../../button-value.ts';
import type { DrawnOutcome, SlackFeature } from '../../feature.ts';
import { compareModal } from './compare.ts';
import { deliverVersion } from './deliver.ts';

/** The service may list any number of releases. */
const MAX_RELEASES = 5;

type Ability = DrawnOutcome<'versions'>['ability'];

const isRelease = (to: Version | ListedRelease): to is ListedRelease => 'isCommitted' in to;

/** `Uploaded today at 6:22 AM by @ana`, `Rolled back today at 6:22 AM by @ana` */
function whenAndWho({ at, how, isRollback, userId }: Version): string {
  const when = dayAt(new Date(at));
  if (how === 'found' || userId === null) return `Found on the account ${when}`;
  return `${isRollback ? 'Rolled back' : capital(how)} ${when} by ${person(userId)}`;
}

const codeName = ({ digest }: Version): string => `\`${shortDigest(digest)}\``;

const releaseName = ({ id, version }: ListedRelease): string => `release ${foreign(String(version ?? id), 40)}`;

function versionsMessage({ ability, releases, running, versions }: DrawnOutcome<'versions'>): MessageAnswer {
  const head =
    versions.length === 0
      ? `No versions of ${bold(ability.name)} yet. Each upload, update or replacement from Slack adds one.`
      : `*Versions of* ${bold(ability.name)}`;
  const lines = versions.map((version) => versionLine(version, running));
  const shown = releases.length > 1 ? releases.slice(0, MAX_RELEASES) : [];
  const releaseLines = shown.map(releaseLine);
  const note = versions.length === 0 ? null : runningNote(versions, running);
  const texts = [head, ...lines, ...releaseLines, ...(note === null ? [] : [note])];
  return {
    surface: 'message',
    title: fittingTitle(`${ability.name}'s versions`, 'Versions'),
    replaces: true,
    text: toFallback(texts.join('\n')),
    blocks: [
      section(head),
      ...versions.map((version, at) => ({
        ...section(lines[at] ?? ''),
        accessory: versionMenu(version, ability, version.digest === running),
      })),
      ...(shown.length > 0 ? [section(`*Releases in ${theService()}*`)] : []),
      ...shown.map((release, at) => releaseRow(release, releaseLines[at] ?? '', ability)),
      ...(note === null ? [] : [context(note)]),
      ...actions(showButton(ability), button('Refresh', { do: `versions id:${ability.id}` })),
    ],
  };
}

const showButton = ({ id, name }: Ability) => button('Show', { do: `show id:${id}` }, `Show ${name}`);

function versionLine(version: Version, running: string | null): string {
  const { bytes, digest, files } = version;
  const isRunning = digest === running ? ' · *current*' : '';
  return `${whenAndWho(version)}${isRunning}\n${codeName(version)} · ${countOf(files, 'file')}, ${formatBytes(bytes)}`;
}

function runningNote(versions: readonly Version[], running: string | null): string | null {
  if (running === null) return "The current version is unknown: I couldn't read its code.";
  return versions.some(({ digest }) => digest === running) ? null : "The current code isn't stored as a version.";
}

const option = (label: string, value: Omit<ButtonValue, 'v'>): types.PlainTextOption => ({
  text: plain(label, 75),
  value: encodeButton(value),
});

function versionMenu({ digest }: Version, { id }: Ability, isRunning: boolean): types.Overflow {
  const short = shortDigest(digest);
  const forOthers = [
    option('Compare', { do: `versions id:${id} compare:${short}`, asks: true }),
    option('Roll back…', { do: `rollback id:${id} to:${short}` }),
  ];
  return {
    type: 'overflow',
    action_id: `version-${short}`,
    options: [...(isRunning ? [] : forOthers), option('Download', { do: `versions id:${id} zip:${short}` })],
  };
}

function releaseLine(release: ListedRelease): string {
  const { commitMessage, isCommitted, isEnabled } = release;
  return [
    capital(releaseName(release)),
    isCommitted === null ? '' : isCommitted ? 'committed' : 'draft',
    commitMessage === null ? '' : `“${foreign(commitMessage, 100)}”`,
    isEnabled ? '*current*' : '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

function releaseRow(release: ListedRelease, line: string, { id, name }: Ability): types.SectionBlock {
  if (release.isEnabled) return section(line);
  const label = `Enable ${release.version ?? release.id} of ${name}`;
  return { ...section(line), accessory: button('Enable…', { do: `rollback id:${id} release:${release.id}` }, label) };
}

function rollbackQuestion({ ability, inPlace, to, waits }: DrawnOutcome<'rollback-question'>): MessageAnswer {
  const name = bold(ability.name);
  const line = isRelease(to)
    ? `Enable ${releaseName(to)} of ${name}? Only the Ability's code changes. ${waits ? RELEASE_WAITS : "You can't undo this. To go back, enable another release."}`
    : `Roll ${name} back to version ${codeName(to)}? ${whenAndWho(to)}. ${inPlace ? (waits ? UPDATE_WAITS : IN_PLACE) : replacedByIt()}`;
  const ref = isRelease(to) ? `release:${to.id}` : `to:${shortDigest(to.digest)}`;
  const label = isRelease(to) ? (waits ? 'Ask to enable' : 'Enable') : 'Roll back';
  const confirmed = button(label, { do: `rollback id:${ability.id} ${ref}`, sure: true }, `${label}: ${ability.name}`);
  return {
    surface: 'message',
    title: fittingTitle(`Roll back ${ability.name}?`, 'Roll back?'),
    replaces: true,
    text: toFallback(line),
    blocks: [
      section(line),
      ...actions({ ...confirmed, style: 'danger' }, button('Cancel', { do: `versions id:${ability.id}` })),
    ],
  };
}

function rollingBack({ ability, version, waits }: DrawnOutcome<'rolling-back'>): MessageAnswer {
  const what = `Rolling ${bold(ability.name)} back to version ${codeName(version)}`;
  const line = waits
    ? `${what} needs approval. I'll send you a direct message where you can request it.`
    : `${what}. I'll send you the result in a direct message.`;
  return {
    surface: 'message',
    title: fittingTitle(`Roll back ${ability.name}`, 'Roll back'),
    replaces: true,
    text: toFallback(line),
    blocks: [section(line), ...actions(versionsOf(ability), allAbilities())],
  };
}

const RELEASE_WAITS = 'This needs approval.';

const UPDATE_WAITS =
  "Only the Ability's code changes. The change needs approval: I'll send you a direct message where you can request it.";

const IN_PLACE = "Only the Ability's code changes. You can't undo this. To go back, choose another version.";

const replacedByIt = () =>
  `${TheService()} can't update the Ability in place, so the current version has to be deleted. I'll ask you in a direct message first.`;

const versionsOf = ({ id, name }: Ability) => button('Versions', { do: `versions id:${id}` }, `Versions of ${name}`);

/** Either a release was enabled, or earlier code is being uploaded again, which has its own entry. */
function rolledBackWords(names: string, { after }: AuditEnd): string {
  const release = / enabled$/.test(after ?? '') ? after?.replace(/ enabled$/, '') : undefined;
  return release === undefined ? `started to roll ${names} back` : `enabled ${release} of ${names}`;
}

export const versionsFeature = {
  drawings: {
    versions: { view: versionsMessage },
    'version-compared': { form: (outcome, { origin }) => compareModal(outcome, whenAndWho(outcome.version), origin) },
    'version-sent': {
      notice: ({ ability, version, what }) =>
        what === 'zip'
          ? `I'm sending you version ${codeName(version)} of ${bold(ability.name)} as a zip in a direct message.`
          : `I'm sending you all differences between version ${codeName(version)} and ${bold(ability.name)}'s current code in a direct message.`,
      next: ({ ability }) => actions(versionsOf(ability)),
      deliver: deliverVersion,
    },
    'rollback-question': { question: rollbackQuestion },
    // A view, because nothing has been done yet.
    'rolling-back': { view: rollingBack },
    'release-enabled': {
      notice: ({ ability, release }, { by }) =>
        `${capital(releaseName(release))} of ${bold(ability.name)} enabled ${by}`,
      next: ({ ability }) => actions(versionsOf(ability), allAbilities()),
    },
  },
  refusals: {
    'no-version': {
      sentence: ({ name }) => `This version of ${bold(name)} is no longer available. Choose another one.`,
      next: (refusal) => actions(versionsOf(refusal)),
    },
    'no-ability': {
      sentence: ({ name }) => `${bold(name)} has no versions: its Ability was deleted.`,
    },
  },
  lines: {
    'release-enabled': {
      line: ({ name, version }) => `Release ${foreign(version, 40)} of ${bold(name)} enabled`,
      onCard: ({ version }) => `release ${foreign(version, 40)} enabled`,
    },
  },
  entries: {
    release: { done: rolledBackWords, attempt: (names) => `change ${names}'s release` },
    rollback: { done: rolledBackWords, attempt: (names) => `roll ${names} back` },
    versions: { done: (names) => `downloaded ${names}'s code`, attempt: (names) => `see ${names}'s versions` },
  },
} satisfies SlackFeature;
