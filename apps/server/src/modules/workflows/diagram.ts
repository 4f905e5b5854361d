/** A chain drawn top to bottom on pages: a card for each step, branches side by side. */
import {
  branchOfStep,
  byWords,
  type ChainStep,
  type ChainText,
  type ChainVocabulary,
  stepWords,
} from '@hengneng/form-kit';
import { measure, Page, PAPERS, pdfOf, plainText, wrap } from '../../platform/pdf/document.ts';

const MARGIN = 36;
const WIDTH = PAPERS.A4.width - 2 * MARGIN;
const TOP = MARGIN + 44;
const BOTTOM = PAPERS.A4.height - MARGIN;
const GAP = 16;
const PAD = 8;
const CARD = 360;
const LINE = 12;

export interface About {
  readonly title: string;
  readonly version: string;
  readonly by: string;
  readonly at: Date;
}

/** Cards that stand beside each other; on the trunk only one. */
type Row = readonly (ChainStep | null)[];
interface Part {
  /** Names of the branches above their first cards; none on the trunk. */
  readonly heads: readonly string[];
  readonly rows: readonly Row[];
}

const partsOf = (chain: ChainText, words: ChainVocabulary): readonly Part[] => {
  const drawn = new Set<number>();
  return chain.steps.flatMap((step): readonly Part[] => {
    const place = branchOfStep(chain, step.key);
    if (place === null) return [{ heads: [], rows: [[step]] }];
    if (drawn.has(place.block)) return [];
    drawn.add(place.block);
    const branches = chain.parallel?.[place.block]?.branches ?? [];
    const length = Math.max(...branches.map((branch) => branch.steps.length));
    return [
      {
        heads: branches.map(({ name, when }) => `${name}：${when === undefined ? '总是' : words.condition(when)}`),
        rows: Array.from({ length }, (_, at) =>
          branches.map(({ steps }) => chain.steps.find((one) => one.key === steps[at]) ?? null),
        ),
      },
    ];
  });
};

const linesOf = (chain: ChainText, step: ChainStep, words: ChainVocabulary, width: number): readonly string[] => {
  const said = stepWords(chain, step, words);
  return [
    byWords(step.by, words),
    ...(step.when === null ? [] : [`条件：${said['条件'] ?? ''}`]),
    `${said['处理方式'] ?? ''}；时限${said['时限'] ?? ''}；超时${said['超时动作'] ?? ''}；无处理人${said['无处理人'] ?? ''}`,
    ...(step.fieldKeys.length === 0 ? [] : [`填写：${step.fieldKeys.map((key) => words.field(key)).join('、')}`]),
  ].flatMap((text) => wrap(plainText(text), width - 2 * PAD, 8));
};

class Drawing {
  readonly pages: Page[] = [];
  readonly #about: About;
  #y = TOP;

  constructor(about: About) {
    this.#about = about;
    this.turn();
  }

  turn(): void {
    const page = new Page();
    const { title, version, by, at } = this.#about;
    page.text(MARGIN, MARGIN + 10, title, { size: 14 });
    const local = new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
    page.text(MARGIN, MARGIN + 26, `${version}　${by}导出于${local}`, { size: 8, grey: 0.35 });
    this.pages.push(page);
    this.#y = TOP;
  }

  get page(): Page {
    const page = this.pages.at(-1);
    if (page === undefined) throw new Error('no page');
    return page;
  }

  /** Room for something that is not cut in two. */
  room(height: number): void {
    if (this.#y + height > BOTTOM && this.#y > TOP) this.turn();
  }

  arrow(): void {
    this.page.text(PAPERS.A4.width / 2 - 4, this.#y + 11, '↓', { size: 9, grey: 0.4 });
    this.#y += GAP;
  }

  centred(text: string): void {
    this.room(24);
    this.page.text((PAPERS.A4.width - measure(text, 9)) / 2, this.#y + 12, text, { size: 9 });
    this.#y += GAP;
  }

  /** Cards of one row, as high as the highest of them. */
  cards(cards: readonly ({ readonly name: string; readonly lines: readonly string[] } | null)[], width: number): void {
    const height = Math.max(...cards.map((card) => (card === null ? 0 : card.lines.length * LINE + 26)));
    this.room(height + GAP);
    const whole = cards.length * width + (cards.length - 1) * GAP;
    for (const [at, card] of cards.entries()) {
      if (card === null) continue;
      const x = (PAPERS.A4.width - whole) / 2 + at * (width + GAP);
      this.page.box(x, this.#y, width, height, 0.95);
      this.page.line(x, this.#y, width, 0.5);
      this.page.text(x + PAD, this.#y + 14, card.name, { size: 10 });
      for (const [line, text] of card.lines.entries())
        this.page.text(x + PAD, this.#y + 28 + line * LINE, text, { size: 8, grey: 0.25 });
    }
    this.#y += height + 2;
  }
}

export const drawChain = (chain: ChainText, words: ChainVocabulary, about: About): Buffer => {
  const drawing = new Drawing(about);
  drawing.centred('申请人提交');
  for (const { heads, rows } of partsOf(chain, words)) {
    const beside = Math.max(1, heads.length);
    const width = Math.min(CARD, (WIDTH - (beside - 1) * GAP) / beside);
    drawing.arrow();
    if (heads.length > 0)
      drawing.cards(
        heads.map((head) => ({ name: '分支', lines: wrap(plainText(head), width - 2 * PAD, 8) })),
        width,
      );
    for (const row of rows)
      drawing.cards(
        row.map((step) => step && { name: step.name, lines: linesOf(chain, step, words, width) }),
        width,
      );
  }
  drawing.arrow();
  const told = chain.cc.map((by) => byWords(by, words)).join('、');
  drawing.centred(told === '' ? '结束' : `结束，抄送${told}`);
  return pdfOf(drawing.pages, { title: about.title, at: about.at });
};
