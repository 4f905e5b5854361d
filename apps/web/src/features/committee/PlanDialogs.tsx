import { ACTIVITY_KINDS, committeePlanVersions, committeeSavePlan, type ViewRow } from '@hengneng/contracts';
import { f } from '@hengneng/form-kit';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { textOf } from '../../engine/rows/text.ts';
import { FieldsDialog, wordsOf } from '../../engine/views/FieldsDialog.tsx';
import { callApi } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/format.ts';
import { AppDrawer } from '../../ui/AppDrawer.tsx';
import { ListStates } from '../../ui/ListStates.tsx';

const FIELDS = {
  planYear: f.integer('年度', { required: true, default: 'year' }),
  name: f.text('名称', { required: true }),
  kind: f.enum('类别', ACTIVITY_KINDS, { required: true }),
  expert: f.user('负责专家', { required: true }),
  members: f.text('参与'),
  planFrom: f.date('计划起', { required: true }),
  planTo: f.date('计划止', { required: true }),
  weight: f.decimal(2, '权重', { required: true, hint: '加权完成率按它计算' }),
  budget: f.money('预算', { unit: '元' }),
};
const REASON = { reason: f.textarea('调整原因', { required: true, max: 200 }) };

interface Props {
  readonly row: ViewRow;
  readonly onClose: () => void;
}

/** A new work, or one that is planned differently; a published one only with a reason. */
export const PlanDialog = ({
  row,
  onClose,
}: {
  readonly row: ViewRow | null;
  readonly onClose: () => void;
}): ReactElement => (
  <FieldsDialog
    title={row === null ? '新增计划' : `调整：${textOf(row, 'name')}`}
    fields={row === null || textOf(row, 'state') === '草稿' ? FIELDS : { ...FIELDS, ...REASON }}
    start={
      row === null ? { weight: '1' } : Object.fromEntries(Object.keys(FIELDS).map((key) => [key, textOf(row, key)]))
    }
    labels={row === null ? {} : { [textOf(row, 'expert')]: textOf(row, 'expertName') }}
    saved="计划已保存"
    save={(values, options) =>
      callApi(
        committeeSavePlan,
        {
          action: 'save',
          Id: row?.id ?? '',
          year: wordsOf(values['planYear']),
          name: wordsOf(values['name']),
          kind: ACTIVITY_KINDS.find((one) => one === values['kind']) ?? '评审',
          expert: wordsOf(values['expert']),
          members: wordsOf(values['members']),
          planFrom: wordsOf(values['planFrom']),
          planTo: wordsOf(values['planTo']),
          weight: wordsOf(values['weight']),
          budget: wordsOf(values['budget']),
          reason: wordsOf(values['reason']),
        },
        options,
      )
    }
    onClose={onClose}
  />
);

const PROGRESS = {
  progress: f.percent('完成率', { required: true, unit: '%', hint: '只增不减；填100即完成' }),
  on: f.date('日期', { required: true, default: 'today', hint: '第一次填写的为实际起，完成时的为实际止' }),
  spent: f.money('实际费用（累计）', { unit: '元' }),
  result: f.textarea('成果', { max: 500, hint: '完成时必填' }),
};

export const ProgressDialog = ({ row, onClose }: Props): ReactElement => (
  <FieldsDialog
    title={`填进展：${textOf(row, 'name')}`}
    fields={PROGRESS}
    start={{ progress: textOf(row, 'progress'), spent: textOf(row, 'spent'), result: textOf(row, 'result') }}
    saved="进展已保存"
    save={(values, options) =>
      callApi(
        committeeSavePlan,
        {
          action: 'progress',
          Id: row.id,
          progress: wordsOf(values['progress']),
          on: wordsOf(values['on']),
          spent: wordsOf(values['spent']),
          result: wordsOf(values['result']),
        },
        options,
      )
    }
    onClose={onClose}
  />
);

export const CancelPlanDialog = ({ row, onClose }: Props): ReactElement => (
  <FieldsDialog
    title={`取消计划：${textOf(row, 'name')}`}
    fields={{ reason: f.textarea('取消原因', { required: true, max: 200 }) }}
    saved="计划已取消"
    okText="取消计划"
    save={(values, options) =>
      callApi(committeeSavePlan, { action: 'cancel', Id: row.id, reason: wordsOf(values['reason']) }, options)
    }
    onClose={onClose}
  />
);

/** How a published work was planned before each adjustment, the latest first. */
export const PlanVersions = ({ row, onClose }: Props): ReactElement => {
  const found = useQuery({
    queryKey: ['rows', 'planVersions', row.id],
    queryFn: ({ signal }) => callApi(committeePlanVersions, { Id: row.id }, { signal }),
    select: ({ versions }) => versions,
    gcTime: 0,
  });
  return (
    <AppDrawer width={520} title={`调整记录：${textOf(row, 'name')}`} onClose={onClose}>
      <ListStates list={found} lines={4} empty="发布后没有调整过">
        {(versions) => (
          <ol className="plan-versions">
            {versions.map((one) => (
              <li key={one.version}>
                <b>第{one.version}版</b>　{one.planFrom} 至 {one.planTo}，{one.expert}负责，权重{one.weight}
                <p className="note">
                  {one.changedBy} {formatDateTime(one.changedAt)} 调整：{one.reason}
                </p>
              </li>
            ))}
          </ol>
        )}
      </ListStates>
    </AppDrawer>
  );
};
