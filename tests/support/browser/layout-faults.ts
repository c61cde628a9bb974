import type { Page } from 'playwright-core';

/**
 * Describes layout faults at the window's current width: overlapping texts, a text wider than its control or touching
 * its edge, a cut placeholder, a line that shows below a clamped text, and anything that sticks out sideways.
 */
export function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(findFaults);
}

/** Runs in the page, so it must not use anything from outside this function. */
function findFaults(): string[] {
  /** Tolerance, because fonts and borders end between pixels. */
  const SLACK_PX = 1;
  /** Tolerated overlap of two lines, because lines with little leading overlap slightly. */
  const OVERLAP = 0.4;
  /** Min distance between a text and the painted edge of its control. */
  const EDGE_PX = 4;
  const CONTROLS = 'a, button, summary, [role=button], [role=tab]';

  interface Box {
    left: number;
    top: number;
    right: number;
    bottom: number;
  }

  const HIDDEN: Box = { left: 0, top: 0, right: 0, bottom: 0 };

  const dialogs = document.querySelectorAll('[role=dialog], [role=menu]');
  const root = dialogs[dialogs.length - 1] ?? document.body;
  const faults = new Set<string>();

  function cut(box: Box, by: Box): Box {
    return {
      left: Math.max(box.left, by.left),
      top: Math.max(box.top, by.top),
      right: Math.min(box.right, by.right),
      bottom: Math.min(box.bottom, by.bottom),
    };
  }

  function isEmpty({ left, top, right, bottom }: Box): boolean {
    return right - left <= SLACK_PX || bottom - top <= SLACK_PX;
  }

  /** The part of a box that its ancestors do not clip. */
  function seen(box: Box, element: Element | null): Box {
    let left = box;
    for (let at = element; at && at !== document.documentElement; at = at.parentElement) {
      const { overflowX, overflowY, clipPath, position } = getComputedStyle(at);
      const clips = [overflowX, overflowY].some((overflow) => overflow !== 'visible');
      if (clipPath !== 'none') return HIDDEN;
      if (clips) left = cut(left, at.getBoundingClientRect());
      if (position === 'fixed') break;
    }
    return left;
  }

  /** Finds the layer that an element floats on. A layer covers the page on purpose. */
  function layerOf(element: Element): Element | null {
    for (let at: Element | null = element; at; at = at.parentElement) {
      if (['fixed', 'sticky'].includes(getComputedStyle(at).position)) return at;
    }
    return null;
  }

  function isPainted(element: Element): boolean {
    const { backgroundColor, borderRightWidth, borderRightColor } = getComputedStyle(element);
    const isClear = (colour: string) => /^transparent$|^rgba\(.*, 0\)$/.test(colour);
    const hasBorder = borderRightWidth !== '0px' && !isClear(borderRightColor);
    return hasBorder || !isClear(backgroundColor);
  }

  interface Line {
    box: Box;
    text: string;
    node: Node;
    layer: Element | null;
  }

  function noteControl(text: Text, box: Box): void {
    const control = text.parentElement?.closest(CONTROLS);
    if (!control || !root.contains(control)) return;
    const edge = control.getBoundingClientRect();
    if (getComputedStyle(control).display === 'inline') return;
    const least = isPainted(control) ? EDGE_PX : -SLACK_PX;
    if (box.left - edge.left < least || edge.right - box.right < least) {
      faults.add(`The text fills its control: ${short(text.data)}`);
    }
  }

  /** A clamped text must end between two lines, and must not scroll when a link in it has the focus. */
  function noteClamp(text: Text, line: Box): void {
    let clamped = text.parentElement;
    while (clamped && getComputedStyle(clamped).webkitLineClamp === 'none')
      clamped = clamped.parentElement;
    const end = clamped?.getBoundingClientRect().bottom ?? Infinity;
    if (line.top < end - SLACK_PX && line.bottom > end + SLACK_PX)
      faults.add(`A line too many shows through: ${short(text.data)}`);
    if (!clamped || getComputedStyle(clamped).overflowY === 'clip') return;
    if (clamped.scrollHeight > clamped.clientHeight)
      faults.add(`The lines of a limited text can be scrolled: ${short(text.data)}`);
  }

  function short(text: string): string {
    return text.trim().replace(/\s+/g, ' ').slice(0, 60);
  }

  function linesOf(text: Text): Line[] {
    const parent = text.parentElement;
    if (!parent || text.data.trim() === '' || parent.closest('script, style, noscript, svg'))
      return [];
    if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return [];
    const range = document.createRange();
    range.selectNodeContents(text);
    return [...range.getClientRects()].flatMap((rect) => {
      noteClamp(text, rect);
      const box = seen(rect, parent);
      if (isEmpty(box)) return [];
      // A cut text, for example with an ellipsis, ends at the edge on purpose.
      const isCut = box.left > rect.left + SLACK_PX || box.right < rect.right - SLACK_PX;
      if (!isCut) noteControl(text, box);
      return [{ box, text: short(text.data), node: text, layer: layerOf(parent) }];
    });
  }

  const lines: Line[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) lines.push(...linesOf(walker.currentNode as Text));
  lines.sort((one, other) => one.box.top - other.box.top);
  lines.forEach((line, index) => {
    for (const other of lines.slice(index + 1)) {
      if (other.box.top >= line.box.bottom) break;
      if (other.node === line.node || other.layer !== line.layer) continue;
      const common = cut(line.box, other.box);
      const height = Math.min(line.box.bottom - line.box.top, other.box.bottom - other.box.top);
      if (isEmpty(common) || common.bottom - common.top < height * OVERLAP) continue;
      faults.add(`“${line.text}” and “${other.text}” print over each other`);
    }
  });

  for (const element of root.querySelectorAll('*')) {
    if (element.closest('.sr-only, svg') || !element.checkVisibility()) continue;
    const { left, right } = element.getBoundingClientRect();
    if (left >= -SLACK_PX && right <= window.innerWidth + SLACK_PX) continue;
    const box = seen(element.getBoundingClientRect(), element.parentElement);
    const isOut = box.left < -SLACK_PX || box.right > window.innerWidth + SLACK_PX;
    if (isOut && !isEmpty(box)) {
      faults.add(`Sticks out of the window: ${element.outerHTML.slice(0, 80)}`);
    }
  }

  const pen = document.createElement('canvas').getContext('2d');
  for (const field of root.querySelectorAll<HTMLInputElement>('input[placeholder]')) {
    if (!pen || field.value !== '' || !field.checkVisibility()) continue;
    const { font, paddingLeft, paddingRight } = getComputedStyle(field);
    pen.font = font;
    const room =
      field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    if (pen.measureText(field.placeholder).width > room + SLACK_PX) {
      faults.add(`The placeholder is cut: ${field.placeholder}`);
    }
  }
  return [...faults];
}
