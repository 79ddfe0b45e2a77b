/** An element of a scrolled list with its distance from the top of the list. In pixels. */
interface Anchor {
  element: Element;
  top: number;
}

/** Where the entries of a list are on the screen. */
export interface Position {
  /** The first of these that a redraw leaves is kept in place. */
  anchors: readonly Anchor[];
  /** What they belong to. */
  message: Element | null;
  /** Between the top of the list and its content, which is at the bottom while it does not fill the list. */
  gap: number;
}

export interface ScrolledList {
  list: HTMLElement;
  content: HTMLElement;
}

const ENTRY = '.block, .message:not(:has(.block)), .wire-row';

/** The position of a control: after it, the elements around it within its entry are the anchors. */
export function positionOfControl(scrolled: ScrolledList, control: Element): Position {
  const around: Element[] = [control];
  const entry = control.closest('.block, .message, .wire-row');
  for (let element = control.parentElement; element && entry?.contains(element); element = element.parentElement) {
    around.push(element);
  }
  return positionOf(scrolled, around);
}

/** The position of a reader who points at nothing: that of the entries in view. */
export function positionOfReader(scrolled: ScrolledList): Position {
  const { top, bottom } = scrolled.list.getBoundingClientRect();
  const isInView = (entry: Element) => {
    const edges = entry.getBoundingClientRect();
    return edges.bottom > top + 1 && edges.top < bottom;
  };
  return positionOf(scrolled, [...scrolled.list.querySelectorAll(ENTRY)].filter(isInView));
}

function positionOf({ list, content }: ScrolledList, elements: readonly Element[]): Position {
  return {
    anchors: elements.map((element) => ({ element, top: topIn(list, element) })),
    message: elements[0]?.closest('.message') ?? null,
    gap: topIn(list, content) + list.scrollTop,
  };
}

/**
 * Scrolls the list to where it was after a redraw or resize. If no anchor is left, shows the message from its beginning.
 * @param fill whether blank space may be added where there is nothing to scroll to.
 */
export function holdStill(scrolled: ScrolledList, { anchors, gap, message }: Position, fill: boolean): void {
  const { list, content } = scrolled;
  const anchor = anchors.find(({ element }) => list.contains(element));
  if (!anchor) {
    removeBlank(scrolled);
    if (message && list.contains(message)) showFromTop(list, message);
    return;
  }
  const moved = () => topIn(list, anchor.element) - anchor.top;
  if (!fill) {
    removeBlank(scrolled);
    list.scrollTop += moved();
    return;
  }
  const { style } = content;
  style.marginTop = `${gap}px`;
  let wanted = list.scrollTop + moved();
  if (wanted < 0) {
    style.marginTop = `${gap - wanted}px`;
    wanted = 0;
  }
  const missing = wanted > 0 ? wanted + list.clientHeight - filledHeight(scrolled) : 0;
  style.paddingBottom = missing > 0 ? `${missing}px` : '';
  list.scrollTop = wanted;
}

/** Scrolls as little as shows the whole message, or its beginning if it is taller than the list. */
function showFromTop(list: HTMLElement, message: Element): void {
  const top = topIn(list, message);
  const hidden = message.getBoundingClientRect().bottom - list.getBoundingClientRect().bottom;
  list.scrollTop += top < 0 ? top : Math.max(0, Math.min(top, hidden));
}

/** Scrolls to the newest entry and removes the blank space. */
export function scrollToEnd(scrolled: ScrolledList): void {
  removeBlank(scrolled);
  scrolled.list.scrollTo({ top: scrolled.list.scrollHeight });
}

export const hasBlank = ({ content: { style } }: ScrolledList): boolean =>
  style.marginTop !== '' || style.paddingBottom !== '';

function removeBlank({ content: { style } }: ScrolledList): void {
  style.marginTop = '';
  style.paddingBottom = '';
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
