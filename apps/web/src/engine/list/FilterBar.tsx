import { Button, Grid } from 'antd';
import { type ReactElement, useState } from 'react';
import type { Filters } from '../../lib/useUrlFilters.ts';
import { AppDrawer } from '../../ui/AppDrawer.tsx';
import type { LabelMap } from '../store/record-store.ts';
import { type ChangeFilters, FilterControl, TypedFilter } from './FilterControl.tsx';
import { type FilterOf, isUsed, namesOf, wordsOf } from './filter-of.ts';

/** As many stand in sight beside the keyword. */
const COMMON = 4;

interface Props {
  readonly fields: readonly FilterOf[];
  readonly filters: Filters;
  readonly onChange: ChangeFilters;
  readonly prefix: string;
  /** Words of references that the page knows from its rows. */
  readonly labels?: LabelMap;
  /** Says what the keyword is looked for in; null where there is none. */
  readonly keywordHint?: string | null;
}

/**
 * Keyword and filters of a list or a to-do page; the first few in sight, the others on demand, on a phone in a drawer. All of them live in
 * the address; those in use are named below and can be taken away one by one.
 */
export const FilterBar = ({ fields, filters, onChange, prefix, labels, keywordHint }: Props): ReactElement => {
  const narrow = Grid.useBreakpoint().md === false;
  const [all, setAll] = useState(() => fields.slice(COMMON).some((of) => isUsed(of, filters)));
  const [open, setOpen] = useState(false);
  const [picked, setPicked] = useState<LabelMap>({});
  const labelsOf = (key: string) => ({ ...labels?.[key], ...picked[key] });
  const used = fields.filter((of) => isUsed(of, filters));
  const any = used.length > 0 || (filters['Keyword'] ?? '') !== '';
  const nothing = (of: FilterOf) => Object.fromEntries(namesOf(of).map((name) => [name, null]));
  const clear = () => onChange(Object.assign({ Keyword: null }, ...fields.map(nothing)));
  const controls = (some: readonly FilterOf[]) =>
    some.map((of) => (
      <FilterControl
        key={of.key}
        of={of}
        filters={filters}
        labels={labelsOf(of.key)}
        prefix={prefix}
        narrow={narrow}
        onChange={onChange}
        onWords={(key, words) => setPicked((known) => ({ ...known, [key]: { ...known[key], ...words } }))}
      />
    ));
  const keyword =
    keywordHint === null ? null : (
      <TypedFilter
        id={`${prefix}-keyword`}
        value={filters['Keyword'] ?? ''}
        label="关键字"
        placeholder={keywordHint ?? '单号、项目、申请人'}
        onChange={(next) => onChange({ Keyword: next })}
      />
    );
  return (
    <search className="filters">
      {narrow ? (
        <div className="filter-line">
          {keyword}
          {fields.length > 0 ? (
            <Button aria-expanded={open} onClick={() => setOpen(true)}>
              {used.length === 0 ? '筛选' : `筛选（${used.length}）`}
            </Button>
          ) : null}
        </div>
      ) : (
        <div className="filter-grid">
          {keyword === null ? null : (
            <div className="list-filter">
              <label htmlFor={`${prefix}-keyword`}>关键字</label>
              {keyword}
            </div>
          )}
          {controls(all ? fields : fields.slice(0, COMMON))}
        </div>
      )}
      {any || (!narrow && fields.length > COMMON) ? (
        <div className="filter-tools">
          <ul aria-label="已选条件">
            {used.map((of) => (
              <li key={of.key}>
                <span>
                  {of.label}：{wordsOf(of, filters, labelsOf(of.key))}
                </span>
                <button type="button" aria-label={`去掉${of.label}`} onClick={() => onChange(nothing(of))}>
                  ×
                </button>
              </li>
            ))}
          </ul>
          {any ? (
            <Button type="link" size="small" onClick={clear}>
              清空筛选
            </Button>
          ) : null}
          {!narrow && fields.length > COMMON ? (
            <Button type="link" size="small" className="filter-more" aria-expanded={all} onClick={() => setAll(!all)}>
              {all ? '收起' : `展开更多（${fields.length - COMMON}）`}
            </Button>
          ) : null}
        </div>
      ) : null}
      {narrow ? (
        <AppDrawer
          title="筛选"
          placement="bottom"
          open={open}
          onClose={() => setOpen(false)}
          footer={
            <div className="filter-done">
              <Button disabled={!any} onClick={clear}>
                重置
              </Button>
              <Button type="primary" onClick={() => setOpen(false)}>
                完成
              </Button>
            </div>
          }
        >
          <div className="filter-stack">{controls(fields)}</div>
        </AppDrawer>
      ) : null}
    </search>
  );
};
