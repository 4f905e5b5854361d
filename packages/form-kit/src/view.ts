/**
 * `defineView`: what people look up over several tables (项目班长列表, 报销余额). It is described like a book, by columns that are fields, so that
 * filters, sums, export, figures and charts follow from the one definition; its rows come from a query of the server's.
 */
import type { Fields } from './define.ts';

/** Rows with columns: a book or a view. */
export interface ListShape {
  readonly id: string;
  /** What people call it: 维修履历. */
  readonly title: string;
  /** What it is for, one sentence. */
  readonly purpose: string;
  readonly columns: Fields;
  readonly list: {
    readonly columns: readonly string[];
    readonly filters: readonly string[];
    readonly sum?: readonly string[];
    /** Columns that come with each row without being shown: where the row leads. */
    readonly carries?: readonly string[];
  };
  /** What it is called on paper where that is not its title (函件登记簿), and the paper, if it is too wide for A4. */
  readonly register?: { readonly title?: string; readonly paper?: 'A3' };
}

/** A picture of all rows that match, in groups of one column. */
export interface ViewChart {
  readonly label: string;
  readonly kind: 'bar' | 'stacked' | 'line' | 'pie' | 'pareto' | 'funnel' | 'radar' | 'scatter' | 'waterfall' | 'heat';
  /** The column whose values make the groups. */
  readonly by: string;
  /** Of a heat map, which shows one figure by two columns: the column that runs from left to right, as its text is. */
  readonly across?: string;
  /** Groups stand in the order of the column's options (ages of debts), not by how large they are. */
  readonly inOrder?: boolean;
  /** Rows without a value there are left out; otherwise they are a group of their own. */
  readonly known?: true;
  /** Of a scatter: its points are told apart by colours, not sizes; this is what all of their heights are. */
  readonly coloured?: string;
  /** Of a scatter: lines at the averages divide it into four. */
  readonly quartered?: true;
  /**
   * Figures of a group; a pie, a pareto and a funnel have one, a scatter the two that its point stands at and perhaps one for its size (`coloured`:
   * each after the first is a height in a colour of its own). A waterfall has one, too: it goes from its first group to its last by the changes
   * between them. Their units are the axis's; among bars a percentage is a line.
   */
  readonly series: Fields;
  /** Series among bars that are lines whatever they count: what the bars come to. */
  readonly lines?: readonly string[];
}

export interface ViewShape extends ListShape {
  /** Path of the screen whose buttons it needs: `search` to see, `export` to take along. */
  readonly screen: string;
  readonly calls: { readonly index: string; readonly export: string };
  /** What is asked before there are rows: the year, a day as of which. A default counts where nothing is asked. */
  readonly asks?: Fields;
  /** Figures over all rows that match, shown above them. */
  readonly figures?: Fields;
  readonly charts?: Readonly<Record<string, ViewChart>>;
}

type Names<T extends ViewShape> = keyof T['columns'] & string;

interface CheckedView<T extends ViewShape> {
  readonly list: {
    readonly columns: readonly Names<T>[];
    readonly filters: readonly (Names<T> | (keyof T['asks'] & string))[];
    readonly sum?: readonly Names<T>[];
    readonly carries?: readonly Names<T>[];
  };
  readonly charts?: { readonly [K in keyof T['charts']]: { readonly by: Names<T>; readonly across?: Names<T> } };
}

/** Makes a view; a name that is no column of it does not compile. */
export const defineView = <const T extends ViewShape>(view: T & CheckedView<T>): T => view;

/**
 * Several views on one page under one filter bar (统计分析): figures and pictures of some stand above, the rows of others in tabs below. A view may be
 * both; its rows then agree with the figures above them.
 */
export interface BoardShape {
  readonly id: string;
  readonly title: string;
  readonly purpose: string;
  /** Path of the page: that of all its views. */
  readonly screen: string;
  /** What the page is asked, once for all its views: each of them takes all of it, as what it is asked or as a column. */
  readonly filters: Fields;
  readonly head: readonly ViewShape[];
  readonly lists: readonly ViewShape[];
}

/** Makes a board. @throws Error naming the view that stands on another page, or does not know a filter */
export function defineBoard<const T extends BoardShape>(board: T): T {
  for (const view of [...board.head, ...board.lists]) {
    if (view.screen !== board.screen) throw new Error(`${board.id}: ${view.id} belongs to ${view.screen}`);
    for (const key of Object.keys(board.filters))
      if (view.asks?.[key] === undefined && view.columns[key] === undefined)
        throw new Error(`${board.id}: ${view.id} does not know ${key}`);
  }
  return board;
}
