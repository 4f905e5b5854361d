import { delMyList, formCalls, type MineRow } from '@hengneng/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, useRef, useState } from 'react';
import { useQuestions } from '../../ui/confirm.ts';
import { Intents } from '../../engine/form/intents.ts';
import { identityOf } from '../../engine/identity.ts';
import { callApi, messageOf } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';

/** What the applicant does with a record of theirs without opening it: urging, taking back, deleting a draft. */
export const MineActions = ({ row }: { readonly row: MineRow }): ReactElement => {
  const client = useQueryClient();
  const modal = useQuestions();
  const [busy, setBusy] = useState<string | null>(null);
  const intents = useRef(new Intents());
  const { ProcedureId, BusinessId } = row;
  const calls = () => {
    const { api, title } = identityOf(row.moduleId);
    return formCalls(api, title);
  };
  const run = async (name: string, done: string, send: (key: { idempotencyKey: string }) => Promise<unknown>) => {
    setBusy(name);
    try {
      await send({ idempotencyKey: intents.current.keyOf(name, { BusinessId }) });
      intents.current.done();
      notify.success(done);
    } catch (error) {
      notify.error(messageOf(error));
    } finally {
      setBusy(null);
      for (const key of [['mine'], ['todo'], ['rows', row.moduleId]]) void client.invalidateQueries({ queryKey: key });
    }
  };
  const urge = () => run('urge', '已催办', (key) => callApi(calls().urge, { BusinessId, Opinion: '' }, key));
  const withdraw = () =>
    modal.confirm({
      title: `撤回「${row.title}」？`,
      content: '撤回后单据回到您手里，可修改后重新提交。',
      okText: '撤回',
      cancelText: '取消',
      onOk: () => run('withdraw', '已撤回', (key) => callApi(calls().withdraw, { BusinessId, Opinion: '' }, key)),
    });
  const remove = () =>
    modal.confirm({
      title: `删除草稿「${row.title}」？`,
      content: '删除后不能恢复。',
      okText: '删除',
      cancelText: '取消',
      okButtonProps: { danger: true },
      onOk: () =>
        run('remove', '已删除草稿', async (key) => {
          const { results } = await callApi(delMyList, { ProcedureId, BusinessId: [BusinessId] }, key);
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
