import { auditVerify } from '@hengneng/contracts';
import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { callApi, messageOf } from '../../../lib/api.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { can } from '../../../lib/permission.ts';
import { AUDIT_CODE } from '../names.ts';

/** Recomputes the hash chain on the server and says where it breaks, if it does. */
export const ChainCard = (): ReactElement | null => {
  const verify = useMutation({ mutationFn: () => callApi(auditVerify, {}) });
  if (!can(AUDIT_CODE, 'search')) return null;
  const { data, error } = verify;
  return (
    <section className="surface chain" aria-label="链校验">
      <p role="status" className={error || data?.ok === false ? 'text-bad' : data ? 'text-good' : ''}>
        {error ? messageOf(error) : null}
        {!data && !error ? '每条记录的哈希都接在上一条之后，校验可证明没有被改动或删除。' : null}
        {data?.ok ? `链完整：共校验 ${data.checked} 条，${formatDateTime(data.at)}` : null}
        {data?.ok === false ? `链在第 ${data.brokenAt ?? '?'} 条断开，请立即核查（已校验 ${data.checked} 条）` : null}
      </p>
      <Button loading={verify.isPending} onClick={() => verify.mutate()}>
        校验链
      </Button>
    </section>
  );
};
