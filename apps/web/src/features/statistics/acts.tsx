/** What is done on pages of statistics besides looking: pressing those who answer for what is missing, and writing about a month. */
import {
  type COMMENT_SCREENS,
  statisticsComment,
  statisticsFreeze,
  statisticsRemind,
  statisticsUrge,
} from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { f } from '@hengneng/form-kit';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { askOf, narrowed } from '../../engine/list/ask.ts';
import { FieldsDialog, wordsOf } from '../../engine/views/FieldsDialog.tsx';
import { callApi } from '../../lib/api.ts';
import { can } from '../../lib/permission.ts';
import { useUrlFilters } from '../../lib/useUrlFilters.ts';
import { useWrite } from '../../lib/useWrite.ts';

/** What the page is asked at the moment. */
const useAsked = (): Readonly<Record<string, unknown>> => {
  const [filters] = useUrlFilters();
  return askOf(narrowed(filters));
};

const said = ({ told, skipped }: { readonly told: number; readonly skipped: number }): string =>
  skipped === 0
    ? `已通知${told}条`
    : told === 0
      ? '最近已经通知过，没有重复通知'
      : `已通知${told}条，${skipped}条最近已通知过`;

type Reminded = 'trainingPeople' | 'bidDeposits' | 'satisfactionOpinions';

/** Reminds those who answer for some rows of a list, or for all that match. */
export const RemindButton = ({
  view,
  id,
  label,
}: {
  readonly view: Reminded;
  /** Of one row; of all that match where there is none. */
  readonly id?: string;
  readonly label: string;
}): ReactElement => {
  const ask = useAsked();
  const remind = useWrite(statisticsRemind, { said });
  return (
    <Button
      {...(id === undefined ? {} : { type: 'link', size: 'small' })}
      loading={remind.isPending}
      onClick={() => remind.mutate({ ...ask, View: view, Ids: id === undefined ? [] : [id] })}
    >
      {label}
    </Button>
  );
};

/** Tells managers that the accounts of a month are missing: of one row, or of all that match. */
export const UrgeButton = ({
  row,
  label,
}: {
  readonly row?: { readonly project: string; readonly month: string };
  readonly label: string;
}): ReactElement => {
  const ask = useAsked();
  const urge = useWrite(statisticsUrge, { said, renews: ['rows'] });
  return (
    <Button
      {...(row === undefined ? {} : { type: 'link', size: 'small' })}
      loading={urge.isPending}
      onClick={() =>
        urge.mutate({ ...ask, ...(row === undefined ? {} : { project: row.project, from: row.month, to: row.month }) })
      }
    >
      {label}
    </Button>
  );
};

const FREEZE = {
  month: f.month('复核月份', { required: true, hint: '只能复核已结束的月份' }),
  note: f.textarea('说明', { max: 500, hint: '有项目的核算未报时必填' }),
};

/** 月度复核. */
export const FreezeButton = (): ReactElement => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>复核月份</Button>
      {open ? (
        <FieldsDialog
          title="月度复核"
          fields={FREEZE}
          saved="已复核，快照已存"
          okText="复核"
          note="按权责口径存下您能看到的各项目当月收支；快照不能修改，之后的变动单列。"
          save={(values, options) =>
            callApi(statisticsFreeze, { month: wordsOf(values['month']), note: wordsOf(values['note']) }, options)
          }
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
};

const COMMENT = {
  month: f.month('月份', { required: true, default: 'month' }),
  area: f.dept('区域', { hint: '不选为全公司' }),
  words: f.textarea('内容', { required: true, max: 500 }),
};

/** Writes about a month; nothing where the person may not. */
export const CommentButton = ({
  screen,
  label,
}: {
  readonly screen: (typeof COMMENT_SCREENS)[number];
  readonly label: string;
}): ReactElement | null => {
  const [open, setOpen] = useState(false);
  if (!can(shortCodeOf(screen), 'edit')) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{label}</Button>
      {open ? (
        <FieldsDialog
          title={label}
          fields={COMMENT}
          saved="已存档"
          okText="存档"
          note="带月份存档，存后不能修改，可以再写一条。"
          save={(values, options) =>
            callApi(
              statisticsComment,
              {
                Screen: screen,
                month: wordsOf(values['month']),
                area: wordsOf(values['area']),
                words: wordsOf(values['words']),
              },
              options,
            )
          }
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
};
