import { auditChain, auditVerify } from '@hengneng/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { callApi, messageOf } from '../../../lib/api.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { can } from '../../../lib/permission.ts';
import { AUDIT_CODE } from '../names.ts';

const CHAIN = ['audit', 'chain'];

/** What the last check of the hash chain found, and what of the log is sealed; recomputed on the server when asked. */
export const ChainCard = (): ReactElement | null => {
  const client = useQueryClient();
  const allowed = can(AUDIT_CODE, 'search');
  const state = useQuery({
    queryKey: CHAIN,
    queryFn: ({ signal }) => callApi(auditChain, {}, { signal }),
    enabled: allowed,
    staleTime: 0,
  });
  const verify = useMutation({
    mutationFn: () => callApi(auditVerify, {}),
    onSettled: () => client.invalidateQueries({ queryKey: CHAIN }),
  });
  if (!allowed) return null;
  const last = state.data?.last;
  const archived = state.data?.archived ?? [];
  const error = verify.error ?? state.error;
  const broken = last !== null && last !== undefined && !last.ok;
  const where =
    last?.brokenSeq != null ? `链在第 ${last.brokenSeq} 条断开` : `${last?.brokenYear ?? '?'} 年的记录与封存不符`;
  return (
    <section className="surface chain" aria-label="链校验">
      <div>
        <p role="status" className={error || broken ? 'text-bad' : last ? 'text-good' : ''}>
          {error ? messageOf(error) : null}
          {!error && state.data && !last ? '每条记录的哈希都接在上一条之后，校验可证明没有被改动或删除。' : null}
          {!error && last?.ok
            ? `链完整：共校验 ${last.checked} 条，${formatDateTime(last.at)}（${last.by ?? '定时校验'}）`
            : null}
          {!error && broken ? `${where}，请立即核查（已校验 ${last.checked} 条，${formatDateTime(last.at)}）` : null}
        </p>
        {archived.length > 0 ? (
          <small className="hint">
            已封存 {archived.map((of) => `${of.year} 年 ${of.rows} 条`).join('、')}；超过三年的年份只封存，不删除。
          </small>
        ) : null}
      </div>
      <Button loading={verify.isPending} onClick={() => verify.mutate()}>
        校验链
      </Button>
    </section>
  );
};
