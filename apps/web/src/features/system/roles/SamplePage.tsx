import type { OutputOf, rolePreview } from '@hengneng/contracts';
import type { Screen } from '@hengneng/core';
import { type ReactElement, Suspense } from 'react';
import { columnsOf } from '../../../engine/list/columns.ts';
import { useForm } from '../../../engine/load.ts';
import { SkeletonDelay } from '../../../ui/feedback.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { SampleRows } from './SampleRows.tsx';

type Preview = OutputOf<typeof rolePreview>;

/** The screens on which a module's records stand as rows. */
const LISTS: ReadonlySet<Screen['kind']> = new Set(['list', 'areaList', 'regionList', 'limitList']);

/** A module's list and form as the role has them: which columns and records stand there, and which fields are kept from it. */
const OfModule = ({
  roleId,
  moduleId,
  screen,
  classes,
}: {
  readonly roleId: string;
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
        <SampleRows roleId={roleId} procedureId={form.identity.procedureId} columns={columns} />
      ) : null}
      <p className="hint">
        {kept.length === 0 ? '单据的字段都显示。' : `单据中不显示：${[...new Set(kept)].join('、')}；本人填写的除外。`}
      </p>
    </>
  );
};

/** One page of the menu, as somebody with the role finds it: its buttons, its columns, what it keeps back. */
export const SamplePage = ({
  roleId,
  menu,
  screen,
  classes,
}: {
  readonly roleId: string;
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
        <OfModule roleId={roleId} moduleId={screen.module} screen={screen} classes={classes} />
      </Suspense>
    )}
  </section>
);
