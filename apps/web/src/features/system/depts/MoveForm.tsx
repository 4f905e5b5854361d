import { deptMove } from '@hengneng/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { DatePicker, Form } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { type ReactElement, useState } from 'react';
import { callApi, messageOf, newIntent } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { DeptSelect } from '../pickers.tsx';
import type { DeptDetail } from './DeptForm.tsx';

/** Whom and what a move touches, before it is ordered. */
const Impact = ({ deptId, parent }: { readonly deptId: string; readonly parent: string }): ReactElement => {
  const { data, error, refetch } = useQuery({
    queryKey: ['dept', 'move', deptId, parent],
    queryFn: ({ signal }) =>
      callApi(deptMove, { T_OutSideDeptId: deptId, T_OutSideParentDeptID: parent, preview: true }, { signal }),
    staleTime: 0,
    retry: false,
  });
  if (error) return <ErrorRetry text="不能这样移动" error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonDelay rows={2} />;
  return (
    <p className="note">
      影响 {data.users} 人、{data.projects} 个项目、{data.running} 件在途审批
      {data.roles.length > 0 ? `；按范围查看它们的角色：${data.roles.join('、')}` : ''}。
    </p>
  );
};

/** Moves a department below another one from a day on. */
export const MoveForm = ({
  dept,
  onClose,
}: {
  readonly dept: DeptDetail;
  readonly onClose: () => void;
}): ReactElement => {
  const client = useQueryClient();
  const [parent, setParent] = useState<string | undefined>();
  const [on, setOn] = useState<Dayjs>(dayjs());
  const move = useMutation({
    mutationFn: (to: string) =>
      callApi(
        deptMove,
        { T_OutSideDeptId: dept.T_OutSideDeptId, T_OutSideParentDeptID: to, effectiveOn: on.format('YYYY-MM-DD') },
        { idempotencyKey: newIntent() },
      ),
    onSuccess: async ({ applied, effectiveOn }) => {
      notify.success(applied ? '部门已移动' : `将于 ${effectiveOn} 移动`);
      await client.invalidateQueries({ queryKey: ['dept'] });
      onClose();
    },
    onError: (error) => notify.error(messageOf(error)),
  });
  return (
    <AppModal
      title={`移动「${dept.T_OutSideDeptName}」`}
      okText="移动"
      width={460}
      confirmLoading={move.isPending}
      okButtonProps={{ disabled: parent === undefined }}
      onOk={() => parent !== undefined && move.mutate(parent)}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label="新的上级" htmlFor="move-parent" required>
          <DeptSelect id="move-parent" {...(parent === undefined ? {} : { value: parent })} onChange={setParent} />
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
      {parent === undefined ? null : <Impact deptId={dept.T_OutSideDeptId} parent={parent} />}
    </AppModal>
  );
};
