/** Whether an answer is a web page. Some proxies send theirs as text/plain or without a type, so the text is looked at too. */
export function isHtml(contentType: string | null, text: string): boolean {
  return (
    /^\s*(text\/html|application\/xhtml)/i.test(contentType ?? '') || /^\s*<(!doctype|html|head|body)\b/i.test(text)
  );
}
