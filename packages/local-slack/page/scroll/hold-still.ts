/** An element of a scrolled list with its distance from the top of the list. In pixels. */
interface Anchor {
  readonly element: Element;
  readonly top: number;
}

/** Where the entries of a list are on the screen. */
export interface Position {
  /** The element to keep in place, then its ancestors: a redraw may remove some of them. */
  readonly anchors: readonly Anchor[];
  /** Between the top of the list and its content, which is at the bottom while it does not fill the list. */
  readonly gap: number;
}

export interface ScrolledList {
  readonly list: HTMLElement;
  readonly content: HTMLElement;
}

export function positionOf({ list, content }: ScrolledList, kept: Element): Position {
  const anchors: Anchor[] = [];
  for (let element: Element | null = kept; element && element !== list; element = element.parentElement) {
    anchors.push({ element, top: topIn(list, element) });
  }
  return { anchors, gap: topIn(list, content) + list.scrollTop };
}

/** The first entry that is not scrolled out at the top. */
export function firstVisible(list: HTMLElement): Element | null {
  const edge = list.getBoundingClientRect().top;
  const entries = list.querySelectorAll('.block, .message, .wire-row');
  return [...entries].find((entry) => entry.getBoundingClientRect().bottom > edge + 1) ?? null;
}

/** Scrolls the list to where it was after a redraw or resize, with blank space where there is nothing to scroll to. */
export function holdStill({ list, content }: ScrolledList, { anchors, gap }: Position): void {
  const anchor = anchors.find(({ element }) => list.contains(element));
  if (!anchor) return;
  const { style } = content;
  style.marginTop = `${gap}px`;
  let wanted = list.scrollTop + topIn(list, anchor.element) - anchor.top;
  if (wanted < 0) {
    style.marginTop = `${gap - wanted}px`;
    wanted = 0;
  }
  const missing = wanted > 0 ? wanted + list.clientHeight - filledHeight({ list, content }) : 0;
  style.paddingBottom = missing > 0 ? `${missing}px` : '';
  list.scrollTop = wanted;
}

/** Scrolls to the newest entry and removes the blank space. */
export function scrollToEnd({ list, content }: ScrolledList): void {
  content.style.marginTop = '';
  content.style.paddingBottom = '';
  list.scrollTo({ top: list.scrollHeight });
}

export const distanceFromEnd = (scrolled: ScrolledList): number =>
  filledHeight(scrolled) - scrolled.list.scrollTop - scrolled.list.clientHeight;

/** Height of everything in the list but the blank space below it. */
export function filledHeight({ list, content }: ScrolledList): number {
  const blank = Number.parseFloat(content.style.paddingBottom) || 0;
  const padding = Number.parseFloat(getComputedStyle(list).paddingBottom) || 0;
  return content.getBoundingClientRect().bottom - list.getBoundingClientRect().top + list.scrollTop - blank + padding;
}

const topIn = (list: Element, element: Element) =>
  element.getBoundingClientRect().top - list.getBoundingClientRect().top;
