/** What a householder sent beside the register: papers, room, what is owed, what was before. */
import { suspendCheck, wishDetail, wishPhone, wishPhoto } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { type ReactElement, useEffect, useState } from 'react';
import { callApi, fetchFile, messageOf } from '../../../lib/api.ts';
import { formatDateTime, formatDecimal } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { can } from '../../../lib/permission.ts';
import { useSession } from '../../../lib/session.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { AcceptDialog } from './AcceptDialog.tsx';
import { Amount, Facts, History, RecordLink, RoomLink, spanText, WISH_SCREEN, WISH_TONES, WISHES } from './shared.tsx';

/** Seen when asked for, never before: each look is noted. */
const Photo = ({ wxId, at }: { readonly wxId: string; readonly at: number }): ReactElement => {
  const [url, setUrl] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const who = useSession((state) => state.user?.UserName ?? '');
  useEffect(() => () => (url === null ? undefined : URL.revokeObjectURL(url)), [url]);
  if (url !== null)
    return (
      <div className="wish-photo">
        <img src={url} alt={`证件照 ${at + 1}`} />
        <span aria-hidden>{who} 仅供停用办理</span>
      </div>
    );
  const show = async () => {
    setBusy(true);
    try {
      setUrl(URL.createObjectURL((await fetchFile('POST', wishPhoto.path, { wxId, at })).blob));
    } catch (error) {
      notify.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button loading={busy} onClick={() => void show()}>
      查看证件照 {at + 1}
    </Button>
  );
};

const Phone = ({ wxId, masked }: { readonly wxId: string; readonly masked: string }): ReactElement => {
  const [whole, setWhole] = useState<string | null>(null);
  const reveal = useWrite(wishPhone, { onDone: ({ phone }) => setWhole(phone) });
  return (
    <>
      {whole ?? masked}{' '}
      {whole === null ? (
        <Button type="link" size="small" loading={reveal.isPending} onClick={() => reveal.mutate({ wxId })}>
          查看全号
        </Button>
      ) : null}
    </>
  );
};

const ReturnDialog = ({
  wxId,
  no,
  onClose,
}: {
  readonly wxId: string;
  readonly no: string;
  readonly onClose: () => void;
}): ReactElement => {
  const [note, setNote] = useState('');
  const send = useWrite(suspendCheck, { said: '已退回，业主可查看原因', renews: [WISHES], onDone: onClose });
  return (
    <AppModal
      title={`退回 ${no}`}
      okText="退回"
      okButtonProps={{ danger: true, disabled: note.trim() === '' }}
      confirmLoading={send.isPending}
      onOk={() => send.mutate({ wxId, result: '退回', note: note.trim() })}
      onCancel={onClose}
    >
      <label htmlFor="wish-return">退回原因（业主可见）</label>
      <Input.TextArea
        id="wish-return"
        rows={3}
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
    </AppModal>
  );
};

export const WishPane = ({ id }: { readonly id: string }): ReactElement => {
  const [shown, setShown] = useState<'accept' | 'return' | null>(null);
  const found = useQuery({
    queryKey: [WISHES, 'detail', id],
    queryFn: ({ signal }) => callApi(wishDetail, { wxId: id }, { signal }),
  });
  if (found.error) return <ErrorRetry error={found.error} onRetry={() => void found.refetch()} />;
  if (found.data === undefined) return <SkeletonDelay rows={8} />;
  const of = found.data;
  const { row } = of;
  const may = can(WISH_SCREEN, 'edit');
  return (
    <div className="suspend-pane">
      <section className="surface" aria-label="申请内容">
        <h2>
          {row.no} <Tag tone={WISH_TONES[row.state]}>{row.state}</Tag>
        </h2>
        <Facts
          of={[
            ['申请人', `${row.applicant}（${row.relation}）`],
            ['电话', <Phone key={row.wxId} wxId={row.wxId} masked={row.phone} />],
            ['类型', row.type],
            ['费项', row.fee],
            ['起止', spanText(row.from, row.to)],
            ['原因', row.reason || '—'],
            ['申请时间', formatDateTime(row.appliedAt)],
            ...(row.note === '' ? [] : ([['退回原因', row.note]] as const)),
            ...(of.handledBy === '' ? [] : ([['处理人', `${of.handledBy} ${formatDateTime(of.handledAt)}`]] as const)),
            ...(of.arrearsHandle === '' ? [] : ([['欠费处理', of.arrearsHandle]] as const)),
          ]}
        />
        {row.duplicates > 0 ? (
          <p className="wish-late">同房间同费项还有 {row.duplicates} 份待受理，请合并办理，其余退回</p>
        ) : null}
        {of.running === null ? null : <p className="wish-late">停用单 {of.running} 正在办理</p>}
      </section>
      {row.state === '待受理' && may ? (
        <footer className="suspend-acts surface">
          <Button type="primary" onClick={() => setShown('accept')}>
            受理
          </Button>
          <Button onClick={() => setShown('return')}>退回</Button>
        </footer>
      ) : row.BusinessId === null ? null : (
        <footer className="suspend-acts surface">
          <RecordLink id={row.BusinessId}>查看停用单</RecordLink>
        </footer>
      )}
      <section className="surface" aria-label="房屋与档案">
        <h2>
          <RoomLink of={row}>
            {row.community} {row.room}
          </RoomLink>
        </h2>
        <Facts
          of={[
            ['档案业主', of.owner || '—'],
            ['档案电话', of.ownerPhone || '—'],
            [
              '与档案一致',
              <Tag key="match" tone={row.match === '一致' ? 'good' : 'bad'}>
                {row.match}
              </Tag>,
            ],
            ['租户', of.residents || '—'],
            ['楼栋', of.building],
            ['计费面积（m²）', formatDecimal(of.area)],
            ['房态', of.roomState],
            ['欠费（元）', <Amount key="arrears" value={row.arrears} />],
            ['预存余额（元）', <Amount key="balance" value={of.balance} />],
          ]}
        />
      </section>
      <section className="surface" aria-label="证件照">
        <h2>证件照</h2>
        {row.files === 0 ? (
          <p className="note">没有上传证件照</p>
        ) : may ? (
          <div className="wish-photos">
            {Array.from({ length: row.files }, (_, at) => (
              <Photo key={`${row.wxId}-${at}`} wxId={row.wxId} at={at} />
            ))}
          </div>
        ) : (
          <p className="note">共 {row.files} 张，您没有查看的权限</p>
        )}
        <p className="note">证件照只在本页可看，带水印，每次查看记入审计</p>
      </section>
      <section className="surface" aria-label="历史停用">
        <h2>历史停用</h2>
        <History rows={of.history} />
        {of.others.map((one) => (
          <p key={one.wxId} className="note">
            {one.no} {one.type}，{one.from} 起，{one.state}
          </p>
        ))}
      </section>
      {shown === 'accept' ? <AcceptDialog of={of} onClose={() => setShown(null)} /> : null}
      {shown === 'return' ? <ReturnDialog wxId={row.wxId} no={row.no} onClose={() => setShown(null)} /> : null}
    </div>
  );
};
