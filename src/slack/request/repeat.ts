import { nextActionLine } from '../../core/next-action.ts';
import { isGuess, nextActionOf, targetsOf, verbOf } from '../../core/registry.ts';
import type { AuditTarget } from '../../store/audit-record.ts';
import type { ButtonValue, SharedPlace } from '../button-value.ts';
import { encodeButton, readRepeatable, VALUE_MAX } from '../button-value.ts';
import type { SlackRequest } from './request.ts';

/** A button that repeats a failed request. */
export interface Repeat {
  /** *Try again…* opens the submitted form again, because its values don't fit into a button. */
  label: 'Try again' | 'Try again…';
  value: string;
}

/**
 * Repeats a request with the same clicked button or typed line, or opens its form again.
 * @param shared the shared message that the request came from, so that it is redrawn too.
 * @returns null if no button can repeat the request.
 */
export function repeatOf(request: SlackRequest, shared: SharedPlace | null): Repeat | null {
  const { draft, file, line, pressed, redraw, share } = request;
  const clicked = pressed?.value ? readRepeatable(pressed.value) : null;
  if (clicked) return fitting('Try again', { ...clicked, shared: shared ?? clicked.shared });
  // A line without a known verb may be a secret.
  if (!request.asked.ok || isGuess(request.asked.command)) return null;
  const beside = {
    redraw: redraw ?? undefined,
    file: file ?? undefined,
    draft: draft ?? undefined,
    share: share ? (true as const) : undefined,
    shared: shared ?? undefined,
  };
  if (line !== null) return repeatLine(line, beside);
  const form = formLine(request);
  return form === null ? null : fitting('Try again…', { do: form, asks: true, ...beside });
}

/** A button that runs a line again as it was typed; null if the line doesn't fit. */
export const repeatLine = (line: string, beside: Omit<ButtonValue, 'do' | 'v'> = {}): Repeat | null =>
  fitting('Try again', { do: line || 'list', ...beside });

/** A button that opens a verb's form for these targets again; null if they have no IDs. */
export function repeatForm(verb: string, targets: readonly AuditTarget[]): Repeat | null {
  const refs = targets.flatMap(refOf);
  return refs.length === 0 ? null : fitting('Try again…', { do: `${verb} ${refs.join(', ')}`, asks: true });
}

function fitting(label: Repeat['label'], value: Parameters<typeof encodeButton>[0]): Repeat | null {
  const encoded = encodeButton(value);
  return encoded.length <= VALUE_MAX ? { label, value: encoded } : null;
}

/** The line that opens a submitted form again; null if none of its targets has an ID. */
function formLine({ asked }: SlackRequest): string | null {
  if (!asked.ok) return null;
  const [ref, ...others] = targetsOf(asked.command).flatMap(refOf);
  if (ref === undefined) return null;
  const wanted = nextActionOf(asked.command);
  const line = wanted === null || wanted === 'unassign' ? null : nextActionLine(wanted, ref);
  return others.length === 0 && line !== null ? line : `${verbOf(asked.command)} ${[ref, ...others].join(', ')}`;
}

const PREFIXES: Partial<Record<AuditTarget['kind'], string>> = {
  ability: 'id',
  installed: 'installed',
  agent: 'agent',
};

const refOf = ({ id, kind }: AuditTarget): string[] => {
  const prefix = PREFIXES[kind];
  return prefix === undefined || id === null ? [] : [`${prefix}:${id}`];
};
