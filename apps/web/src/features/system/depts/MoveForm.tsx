import { deptMove, type DeptRow } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { DatePicker, Form, Segmented } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { DeptSelect } from '../pickers.tsx';

type Mode = 'move' | 'merge';

const WORDS: Readonly<Record<Mode, { readonly verb: string; readonly target: string; readonly done: string }>> = {
  move: { verb: '移动', target: '新的上级', done: '部门已移动' },
  merge: { verb: '合并', target: '并入', done: '部门已合并' },
};

interface Wish {
  readonly deptId: string;
  readonly to: string;
  readonly mode: Mode;
}

const inputOf = ({ deptId, to, mode }: Wish) => ({ T_OutSideDeptId: deptId, T_OutSideParentDeptID: to, mode });

/** Whom and what it touches, before it is ordered. */
const Impact = ({ wish }: { readonly wish: Wish }): ReactElement => {
  const { data, error, refetch } = useQuery({
    queryKey: ['dept', 'move', wish],
    queryFn: ({ signal }) => callApi(deptMove, { ...inputOf(wish), preview: true }, { signal }),
    staleTime: 0,
    retry: false,
  });
  if (error)
    return <ErrorRetry text={`不能这样${WORDS[wish.mode].verb}`} error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonDelay rows={2} />;
  return (
    <p className="note">
      影响 {data.users} 人、{data.projects} 个项目、{data.running} 件在途审批
      {data.roles.length > 0 ? `；按范围查看它们的角色：${data.roles.join('、')}` : ''}。
      {wish.mode === 'merge'
        ? '人员、项目、下级部门和变更史一并转入，原部门停用。'
        : '部门及下级取得新编码，原编码停用。'}
    </p>
  );
};

/** Moves a department below another one, or merges it into one, from a day on. */
export const MoveForm = ({
  dept,
  start,
  to,
  onClose,
  onMoved,
}: {
  readonly dept: Pick<DeptRow, 'T_OutSideDeptId' | 'T_OutSideDeptName'>;
  readonly start: Mode;
  /** Where it was dropped. */
  readonly to?: string | undefined;
  readonly onClose: () => void;
  /** Told where its people are now. */
  readonly onMoved: (deptId: string) => void;
}): ReactElement => {
  const [mode, setMode] = useState<Mode>(start);
  const [target, setTarget] = useState(to);
  const [on, setOn] = useState<Dayjs>(dayjs());
  const words = WORDS[mode];
  const wish = target === undefined ? null : { deptId: dept.T_OutSideDeptId, to: target, mode };
  const move = useWrite(deptMove, {
    said: ({ applied, effectiveOn }) => (applied ? words.done : `将于 ${effectiveOn} ${words.verb}`),
    onDone: ({ T_OutSideDeptId }) => {
      onClose();
      onMoved(T_OutSideDeptId);
    },
    renews: ['dept'],
  });
  return (
    <AppModal
      title={`${words.verb}「${dept.T_OutSideDeptName}」`}
      okText={words.verb}
      width={460}
      confirmLoading={move.isPending}
      okButtonProps={{ disabled: wish === null }}
      onOk={() => wish !== null && move.mutate({ ...inputOf(wish), effectiveOn: on.format('YYYY-MM-DD') })}
      onCancel={onClose}
    >
      <Form name="move-form" layout="vertical">
        <Form.Item label="方式">
          <Segmented
            aria-label="方式"
            value={mode}
            onChange={setMode}
            options={[
              { value: 'move', label: '移到其下' },
              { value: 'merge', label: '合并' },
            ]}
          />
        </Form.Item>
        <Form.Item label={words.target} htmlFor="move-parent" required>
          <DeptSelect id="move-parent" {...(target === undefined ? {} : { value: target })} onChange={setTarget} />
        </Form.Item>
        <Form.Item label="生效日" htmlFor="move-on" required>
          <DatePicker
            id="move-on"
            allowClear={false}
            value={on}
            disabledDate={(date) => date.isBefore(dayjs(), 'day')}
            onChange={(value: Dayjs | null) => value && setOn(value)}
          />
        </Form.Item>
      </Form>
      {wish === null ? null : <Impact wish={wish} />}
    </AppModal>
  );
};
