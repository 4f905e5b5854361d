/**
 * What the pages of the catalogue that are lists over several tables show, against the views that the product shows there: each filter and each
 * column by its label. What is called otherwise here, or stands elsewhere, is accounted for in `catalogue-pages.ts`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listPageOf, MODULES, type ModuleId, SCREENS } from '@hengneng/core';
import { compileForm, type Fields, type FormShape, type ViewShape } from '@hengneng/form-kit';
import { BOARDS, FORMS, VIEWS } from '@hengneng/forms';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { PAGES, type PageNames, WITHOUT_VIEW } from './catalogue-pages.ts';

interface CataloguePage {
  readonly path: string;
  readonly redirect?: string;
  readonly filters?: readonly { readonly label: string }[];
  readonly shows?: readonly { readonly kind: string; readonly label: string; readonly columns?: readonly unknown[] }[];
}

const folder = join(import.meta.dirname, '../../shared/catalogue/pages');
const AREAS = ['formFlow', 'engineering', 'projectContent', 'statistics', 'others'];
const pages = existsSync(folder)
  ? AREAS.flatMap((area) => parse(readFileSync(join(folder, `${area}.yaml`), 'utf8')) as CataloguePage[])
  : [];

const boards = Object.values(BOARDS);
const views: readonly ViewShape[] = [
  ...new Set<ViewShape>([...Object.values(VIEWS), ...boards.flatMap((board) => [...board.head, ...board.lists])]),
];
/** Units and remarks in brackets aside. */
const plain = (label: string): string => label.replaceAll(/（[^）]*）|\([^)]*\)|\s/g, '');
const labels = (...of: readonly (Fields | undefined)[]): readonly string[] =>
  of.flatMap((fields) => Object.values(fields ?? {}).map((field) => plain(field.label)));

interface Shown {
  readonly filters: ReadonlySet<string>;
  readonly columns: ReadonlySet<string>;
}

/** Of a page of views: what it can be narrowed by or is asked, and what its rows and figures say. */
function ofViews(path: string): Shown | null {
  const mine = views.filter((view) => view.screen === path);
  if (mine.length === 0) return null;
  return {
    filters: new Set([
      ...mine.flatMap((view) =>
        view.list.filters.flatMap((key) => plain((view.columns[key] ?? view.asks?.[key])?.label ?? key)),
      ),
      ...mine.flatMap((view) => labels(view.asks)),
      ...boards.filter((board) => board.screen === path).flatMap((board) => labels(board.filters)),
    ]),
    columns: new Set(mine.flatMap((view) => labels(view.columns, view.asks, view.figures))),
  };
}

const STANDARD: Readonly<Record<string, string>> = {
  serial: '单号',
  status: '状态',
  step: '环节',
  currentStep: '当前环节',
  applicant: '申请人',
  applicantDept: '申请部门',
  createdAt: '申请日期',
};

/** Of a page with columns of its own over a module's records. */
function ofListPage(path: string): Shown | null {
  const page = listPageOf(path);
  const id = SCREENS.find((screen) => screen.path === path)?.module;
  if (page === null || id === undefined) return null;
  const form = compileForm((FORMS as Readonly<Record<string, FormShape>>)[id] as FormShape, MODULES[id as ModuleId]);
  const label = (key: string): string =>
    STANDARD[key] ?? plain(page.beside.find((one) => one.key === key)?.label ?? form.field(key)?.label ?? key);
  return {
    filters: new Set(page.filters.map(label)),
    columns: new Set(['单号', '状态', '申请人', '申请日期', '处理人', ...page.columns.map(label)]),
  };
}

const shownOn = (path: string): Shown | null => ofViews(path) ?? ofListPage(path);

const met = new Set<string>();
/** What the catalogue names and the page does not, by what it is called here or the reason why it is not there. */
function missing(path: string, of: keyof PageNames, wanted: readonly string[], ours: ReadonlySet<string>): string[] {
  const named = PAGES[path]?.[of] ?? {};
  return wanted.flatMap((label) => {
    const here = named[label];
    if (here === undefined) return ours.has(label) ? [] : [label];
    met.add(`${path} ${of} ${label}`);
    // A reason is said in a list of one, other names as text.
    if (typeof here !== 'string') return ours.has(label) ? [`${label}：已经有了，请删去说明`] : [];
    return (ours.has(here) ? [here] : here.split('、'))
      .filter((name) => !ours.has(name))
      .map((name) => `${label} → ${name}`);
  });
}

describe.runIf(pages.length > 0)('pages against the catalogue', () => {
  it.each(pages.flatMap((page) => (shownOn(page.path) === null ? [] : [page])))(
    '$path can be narrowed by and shows what is listed',
    ({ path, filters = [], shows = [] }) => {
      const ours = shownOn(path);
      if (ours === null) throw new Error(path);
      const wanted = filters.map((filter) => plain(filter.label));
      const columns = shows.flatMap((show) => (show.columns ?? []).map((column) => plain(String(column))));
      expect({
        筛选: missing(path, 'filters', wanted, ours.filters),
        列: missing(path, 'columns', [...new Set(columns)], ours.columns),
      }).toEqual({ 筛选: [], 列: [] });
    },
  );

  it('are shown by a view, or said to be something else', () => {
    const others = pages.flatMap((page) =>
      shownOn(page.path) === null && page.redirect === undefined ? [page.path] : [],
    );
    expect(others.toSorted()).toEqual([...WITHOUT_VIEW].toSorted());
  });

  it('depart from the catalogue only where that is accounted for', () => {
    const all = Object.entries(PAGES).flatMap(([path, of]) =>
      (['filters', 'columns'] as const).flatMap((kind) =>
        Object.keys(of[kind] ?? {}).map((label) => `${path} ${kind} ${label}`),
      ),
    );
    expect([...met].toSorted()).toEqual(all.toSorted());
  });
});
