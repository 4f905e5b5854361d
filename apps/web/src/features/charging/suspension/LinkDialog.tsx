/** Where householders of a community apply: an address and its code for the notice in the hall. */
import { wishLink } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, useRef } from 'react';
import { useReactToPrint } from 'react-to-print';
import { callApi } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.ts';
import { can } from '../../../lib/permission.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { useQuestions } from '../../../ui/confirm.ts';
import { ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { WISH_SCREEN } from './shared.tsx';

const LINK = 'charge-apply-link';

export const LinkDialog = ({
  id,
  name,
  onClose,
}: {
  readonly id: string;
  readonly name: string;
  readonly onClose: () => void;
}): ReactElement => {
  const paper = useRef<HTMLDivElement>(null);
  const ask = useQuestions();
  const found = useQuery({
    queryKey: [LINK, id],
    queryFn: async ({ signal }) => {
      const { path } = await callApi(wishLink, { communityId: id }, { signal });
      if (path === null) return null;
      const address = new URL(path, location.origin).href;
      const { toDataURL } = await import('qrcode');
      return { address, picture: await toDataURL(address, { margin: 1, width: 360, errorCorrectionLevel: 'Q' }) };
    },
  });
  const renew = useWrite(wishLink, { said: '已更换申请地址，旧二维码作废', renews: [LINK] });
  const print = useReactToPrint({
    contentRef: paper,
    documentTitle: `${name} 停用申请二维码`,
    pageStyle: '@page { size: A5; margin: 10mm; }',
  });
  const of = found.data;
  return (
    <AppModal
      title={`${name} 停用申请二维码`}
      onCancel={onClose}
      footer={
        <>
          {can(WISH_SCREEN, 'edit') ? (
            <Button
              danger
              loading={renew.isPending}
              onClick={() =>
                ask.confirm({
                  title: '更换申请地址？',
                  content: '已张贴的二维码会失效，须重新打印张贴',
                  okText: '更换',
                  onOk: () => renew.mutate({ communityId: id, renew: true }),
                })
              }
            >
              更换地址
            </Button>
          ) : null}
          <Button type="primary" disabled={!of} onClick={() => print()}>
            打印
          </Button>
        </>
      }
    >
      {found.error ? (
        <ErrorRetry error={found.error} onRetry={() => void found.refetch()} />
      ) : of === undefined ? (
        <SkeletonDelay rows={5} />
      ) : of === null ? (
        <p>该小区还没有申请地址，请物业经理先生成</p>
      ) : (
        <div className="apply-qr">
          <div className="apply-qr" ref={paper}>
            <h3>{name}</h3>
            <p>空调、采暖停用与恢复申请</p>
            <img src={of.picture} alt={`${name}停用申请二维码`} />
            <p>请用微信或手机相机扫码</p>
            <code>{of.address}</code>
          </div>
          <Button
            size="small"
            onClick={() =>
              void navigator.clipboard.writeText(of.address).then(
                () => notify.success('已复制地址'),
                () => notify.error('复制失败，请手工复制'),
              )
            }
          >
            复制地址
          </Button>
        </div>
      )}
    </AppModal>
  );
};
