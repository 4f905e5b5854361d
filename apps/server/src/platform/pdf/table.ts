/** A table over as many pages as it needs: what it is about first, its head on every page, and what goes with it in words at the end. */
import { setImmediate } from 'node:timers/promises';
import { measure, Page, type Paper, PAPERS, pdfOf, plainText, type TextStyle, wrap } from './document.ts';

export interface PdfColumn {
  readonly head: string;
  /** Share of the page's width. */
  readonly share: number;
  /** Amounts stand below each other by their last place. */
  readonly right?: boolean;
}

export interface PdfRow {
  readonly cells: readonly string[];
  /** Small print below the cells. */
  readonly note?: string;
}

/** A place to sign and seal. */
export interface PdfSeal {
  readonly title: string;
  /** At its foot: who seals, and the day. */
  readonly lines: readonly string[];
}

/** Another table below, under a heading of its own. */
export interface PdfPart {
  readonly title: string;
  readonly columns: readonly PdfColumn[];
  readonly rows: readonly PdfRow[];
  /** Said where there are no rows. */
  readonly empty?: string;
}

export interface PdfTable {
  readonly title: string;
  /** Label and text, above the table. */
  readonly about: readonly (readonly [string, string])[];
  readonly columns: readonly PdfColumn[];
  readonly rows: readonly PdfRow[];
  readonly more?: readonly PdfPart[];
  /** Paragraphs after the table, under a heading. */
  readonly explanation?: { readonly title: string; readonly paragraphs: readonly string[] };
  /** Beside each other at the very end, on one page. */
  readonly seals?: readonly PdfSeal[];
  /** Whose names are written below the table, beside each other. */
  readonly signs?: readonly string[];
  /** At the foot of every page. */
  readonly foot: string;
  readonly at: Date;
  /** A4 where nothing is said. */
  readonly paper?: Paper;
}

const MARGIN = 36;
const GAP = 6;
const BODY = 7.5;
/** With many columns, letters are smaller. */
const DENSE = 6.5;
const MANY_COLUMNS = 12;
const SMALL = 6;
const leading = (size: number): number => size * 1.45;

interface Place {
  readonly width: number;
  readonly right: boolean;
}

class Writer {
  readonly pages: Page[] = [];
  readonly width: number;
  readonly height: number;
  readonly #paper: Paper;
  #y = 0;

  constructor(paper: Paper) {
    this.#paper = paper;
    this.width = PAPERS[paper].width - 2 * MARGIN;
    this.height = PAPERS[paper].height;
    this.turn();
  }

  turn(): void {
    this.pages.push(new Page(this.#paper));
    this.#y = MARGIN;
  }

  get page(): Page {
    const page = this.pages.at(-1);
    if (page === undefined) throw new Error('no page');
    return page;
  }

  get y(): number {
    return this.#y;
  }

  fits(height: number): boolean {
    return this.#y + height <= this.height - MARGIN - 14;
  }

  /** Lines below each other; the page turns where one does not fit any more. */
  lines(texts: readonly string[], style: TextStyle, x = MARGIN): void {
    for (const text of texts) {
      if (!this.fits(leading(style.size))) this.turn();
      this.#y += leading(style.size);
      this.page.text(x, this.#y, text, style);
    }
  }

  skip(height: number): void {
    this.#y += height;
  }

  /** Cells beside each other. */
  cells(columns: readonly (readonly string[])[], places: readonly Place[], style: TextStyle, shade?: number): void {
    const height = Math.max(...columns.map((lines) => lines.length)) * leading(style.size) + 4;
    if (shade !== undefined) this.page.box(MARGIN, this.#y, this.width, height, shade);
    let x = MARGIN;
    for (const [index, lines] of columns.entries()) {
      const { width = 0, right = false } = places[index] ?? {};
      for (const [row, text] of lines.entries()) {
        const from = right ? width - GAP / 2 - measure(text, style.size, style.face) : GAP / 2;
        this.page.text(x + from, this.#y + (row + 1) * leading(style.size), text, style);
      }
      x += width;
    }
    this.#y += height;
  }

  rule(): void {
    this.page.line(MARGIN, this.#y, this.width);
  }
}

const about = (writer: Writer, { title, about: lines }: PdfTable): void => {
  writer.lines([title], { size: 15 });
  writer.skip(6);
  const widest = Math.max(0, ...lines.map(([label]) => measure(label, 8)));
  for (const [label, text] of lines) {
    const [first = '', ...more] = wrap(plainText(text), writer.width - widest - 12, 8);
    writer.lines([label], { size: 8, grey: 0.4 });
    writer.skip(-leading(8));
    writer.lines([first, ...more], { size: 8 }, MARGIN + widest + 12);
  }
  writer.skip(8);
};

/** So many rows are set before others get their turn. */
const AT_ONCE = 50;

const table = async (writer: Writer, { columns, rows }: Pick<PdfTable, 'columns' | 'rows'>): Promise<void> => {
  const shares = columns.reduce((sum, column) => sum + column.share, 0);
  const body = columns.length > MANY_COLUMNS ? DENSE : BODY;
  const places = columns.map(
    (column): Place => ({ width: (column.share / shares) * writer.width, right: column.right === true }),
  );
  const cut = (cells: readonly string[]) =>
    cells.map((text, index) => wrap(plainText(text), (places[index]?.width ?? 0) - GAP, body));
  const head = cut(columns.map((column) => column.head));
  const drawHead = () => writer.cells(head, places, { size: body, grey: 0.25 }, 0.92);
  drawHead();
  for (const [index, row] of rows.entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) await setImmediate();
    const cells = cut(row.cells);
    const note = row.note === undefined ? [] : wrap(plainText(row.note), writer.width - GAP, SMALL, 'mono');
    const height = Math.max(...cells.map((lines) => lines.length)) * leading(body) + note.length * leading(SMALL) + 8;
    if (!writer.fits(height)) {
      writer.turn();
      drawHead();
    }
    writer.cells(cells, places, { size: body });
    writer.skip(-2);
    writer.lines(note, { size: SMALL, face: 'mono', grey: 0.35 }, MARGIN + GAP / 2);
    writer.skip(4);
    writer.rule();
  }
};

/** A heading is never the last line of its page. */
const part = async (writer: Writer, of: PdfPart): Promise<void> => {
  if (writer.fits(leading(11) + 60)) writer.skip(14);
  else writer.turn();
  writer.lines([of.title], { size: 11 });
  writer.skip(4);
  if (of.rows.length === 0 && of.empty !== undefined) writer.lines([of.empty], { size: 8, grey: 0.4 });
  else await table(writer, of);
};

const explanation = (writer: Writer, of: NonNullable<PdfTable['explanation']>): void => {
  const paragraphs = of.paragraphs.map((text) => wrap(plainText(text), writer.width, 8));
  const height = leading(11) + paragraphs.reduce((sum, lines) => sum + lines.length * leading(8) + 3, 20);
  if (!writer.fits(height)) writer.turn();
  else writer.skip(14);
  writer.lines([of.title], { size: 11 });
  writer.skip(4);
  for (const lines of paragraphs) {
    writer.lines(lines, { size: 8 });
    writer.skip(3);
  }
};

/** Enough for a round seal. */
const SEAL_HEIGHT = 118;

const seals = (writer: Writer, of: readonly PdfSeal[]): void => {
  if (of.length === 0) return;
  if (!writer.fits(SEAL_HEIGHT + 12)) writer.turn();
  writer.skip(12);
  const width = (writer.width - (of.length - 1) * GAP) / of.length;
  for (const [index, seal] of of.entries()) {
    const x = MARGIN + index * (width + GAP);
    const top = writer.y;
    for (const y of [top, top + SEAL_HEIGHT]) writer.page.line(x, y, width);
    const title = wrap(plainText(seal.title), width - GAP, 9);
    for (const [row, text] of title.entries()) writer.page.text(x, top + (row + 1) * leading(9), text, { size: 9 });
    const foot = seal.lines.flatMap((text) => wrap(plainText(text), width - GAP, 8));
    for (const [row, text] of foot.entries())
      writer.page.text(x, top + SEAL_HEIGHT - (foot.length - row) * leading(8) + 4, text, { size: 8 });
  }
  writer.skip(SEAL_HEIGHT);
};

const signs = (writer: Writer, of: readonly string[]): void => {
  if (of.length === 0) return;
  if (!writer.fits(leading(9) + 16)) writer.turn();
  else writer.skip(16);
  const each = writer.width / of.length;
  for (const [index, text] of of.entries()) writer.page.text(MARGIN + index * each, writer.y + 9, text, { size: 9 });
  writer.skip(leading(9));
};

/** Widths of a column in points, whatever stands in it. */
const NARROWEST = 24;
const WIDEST = 150;

/**
 * Width of a column in points: as wide as most of what stands there, so that one long remark does not crowd out everything else.
 * @param letters size of the letters in points
 */
export const shareOf = (head: string, texts: readonly string[], letters: number): number => {
  const widths = texts.map((text) => measure(text, letters)).sort((a, b) => a - b);
  const usual = widths[Math.floor(widths.length * 0.9)] ?? 0;
  return Math.min(WIDEST, Math.max(NARROWEST, usual, measure(head, letters) / 2) + 8);
};

export const tablePdf = async (of: PdfTable): Promise<Buffer> => {
  const writer = new Writer(of.paper ?? 'A4');
  about(writer, of);
  if (of.columns.length > 0) await table(writer, of);
  for (const one of of.more ?? []) await part(writer, one);
  if (of.explanation !== undefined) explanation(writer, of.explanation);
  signs(writer, of.signs ?? []);
  seals(writer, of.seals ?? []);
  for (const [index, page] of writer.pages.entries()) {
    page.text(MARGIN, writer.height - MARGIN + 8, of.foot, { size: SMALL, face: 'mono', grey: 0.4 });
    const place = `第 ${index + 1} 页，共 ${writer.pages.length} 页`;
    const right = MARGIN + writer.width - measure(place, 7);
    page.text(right, writer.height - MARGIN + 8, place, { size: 7, grey: 0.4 });
  }
  return pdfOf(writer.pages, { title: of.title, at: of.at });
};
