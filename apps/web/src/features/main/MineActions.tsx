import { delMyList, formCalls, type MineRow } from '@hengneng/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { useQuestions } from '../../ui/confirm.ts';
import { identityOf } from '../../engine/identity.ts';
import { messageOf } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { useSend } from '../../lib/useWrite.ts';

/** What the applicant does with a record of theirs without opening it: urging, taking back, deleting a draft. */
export const MineActions = ({ row }: { readonly row: MineRow }): ReactElement => {
  const client = useQueryClient();
  const modal = useQuestions();
  const [busy, setBusy] = useState<string | null>(null);
  const send = useSend();
  const { ProcedureId, BusinessId } = row;
  const calls = () => {
    const { api, title } = identityOf(row.moduleId);
    return formCalls(api, title);
  };
  const run = async (name: string, done: string, work: () => Promise<unknown>) => {
    setBusy(name);
    try {
      await work();
      notify.success(done);
    } catch (error) {
      notify.error(messageOf(error));
    } finally {
      setBusy(null);
      for (const key of [['mine'], ['todo'], ['rows', row.moduleId]]) void client.invalidateQueries({ queryKey: key });
    }
  };
  const urge = () => run('urge', '已催办', () => send(calls().urge, { BusinessId, Opinion: '' }));
  const withdraw = () =>
    modal.confirm({
      title: `撤回「${row.title}」？`,
      content: '撤回后单据回到您手里，可修改后重新提交。',
      okText: '撤回',
      cancelText: '取消',
      onOk: () => run('withdraw', '已撤回', () => send(calls().withdraw, { BusinessId, Opinion: '' })),
    });
  const remove = () =>
    modal.confirm({
      title: `删除草稿「${row.title}」？`,
      content: '删除后不能恢复。',
      okText: '删除',
      cancelText: '取消',
      okButtonProps: { danger: true },
      onOk: () =>
        run('remove', '已删除草稿', async () => {
          const { results } = await send(delMyList, { ProcedureId, BusinessId: [BusinessId] });
          const failed = results.find((one) => !one.ok);
          if (failed) throw new Error(failed.message);
        }),
    });
  return (
    <span className="mine-actions">
      {row.Status === 'running' ? (
        <Button type="link" size="small" loading={busy === 'urge'} onClick={() => void urge()}>
          催办
        </Button>
      ) : null}
      {row.withdrawable ? (
        <Button type="link" size="small" loading={busy === 'withdraw'} onClick={withdraw}>
          撤回
        </Button>
      ) : null}
      {row.Status === 'draft' ? (
        <Button type="link" size="small" danger loading={busy === 'remove'} onClick={remove}>
          删除
        </Button>
      ) : null}
    </span>
  );
};
