/** Whether a refusal means that the name exists on the account. Only the message tells: seen is `Ability with same name already exists`. */
export function saysNameIsTaken(sentence: string | null): boolean {
  return sentence !== null && /\bname\b.*\b(already|exists|taken|in use)\b|\balready\b.*\bname\b/i.test(sentence);
}
