import type { OutputOf, rolePreview } from '@hengneng/contracts';
import type { Screen } from '@hengneng/core';
import { type ReactElement, Suspense } from 'react';
import { columnsOf, headOf } from '../../../engine/list/columns.ts';
import { useForm } from '../../../engine/load.ts';
import { SkeletonDelay } from '../../../ui/feedback.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';

type Preview = OutputOf<typeof rolePreview>;

/** The screens on which a module's records stand as rows. */
const LISTS: ReadonlySet<Screen['kind']> = new Set(['list', 'areaList', 'regionList', 'limitList']);

/** A module's list and form as the role has them: which columns stand there, and which fields are kept from it. */
const OfModule = ({
  moduleId,
  screen,
  classes,
}: {
  readonly moduleId: string;
  readonly screen: Screen;
  readonly classes: Preview['classes'];
}): ReactElement => {
  const form = useForm(moduleId);
  const seen = new Set(classes.map((one) => one.dataClass));
  const isKept = (dataClass: string | null | undefined) => typeof dataClass === 'string' && !seen.has(dataClass);
  const columns = columnsOf(form, screen.kind === 'limitList').filter(({ of }) => !isKept(of?.dataClass));
  const kept = [...form.fields, ...form.details.flatMap((detail) => detail.fields)]
    .filter((one) => isKept(one.dataClass))
    .map((one) => one.label);
  return (
    <>
      {LISTS.has(screen.kind) ? (
        <div className="table-scroll" role="region" aria-label="示例页的列" tabIndex={0}>
          <table className="plain-table">
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column.key} scope="col">
                    {headOf(column)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              <tr>
                <td colSpan={columns.length} className="hint">
                  这里按数据范围列出单据
                </td>
              </tr>
            </tbody>
          </table>
        </div>
      ) : null}
      <p className="hint">
        {kept.length === 0 ? '单据的字段都显示。' : `单据中不显示：${[...new Set(kept)].join('、')}；本人填写的除外。`}
      </p>
    </>
  );
};

/** One page of the menu, as somebody with the role finds it: its buttons, its columns, what it keeps back. */
export const SamplePage = ({
  menu,
  screen,
  classes,
}: {
  readonly menu: Preview['menus'][number];
  readonly screen: Screen | undefined;
  readonly classes: Preview['classes'];
}): ReactElement => (
  <section aria-label={`示例页 ${menu.name}`}>
    <h3>{menu.name}</h3>
    <p>
      可用按钮：
      {menu.buttons.length === 0
        ? '没有'
        : menu.buttons.map((one) => (
            <span key={one.code}>
              <Tag>{one.name}</Tag>{' '}
            </span>
          ))}
    </p>
    {screen?.module === undefined ? null : (
      <Suspense fallback={<SkeletonDelay rows={4} />}>
        <OfModule moduleId={screen.module} screen={screen} classes={classes} />
      </Suspense>
    )}
  </section>
);
