import { committeeInvite } from '@hengneng/contracts';
import { type ReactElement, useId, useState } from 'react';
import { ReferencePicker } from '../../engine/widgets/reference.tsx';
import { refusalOf } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { useWrite } from '../../lib/useWrite.ts';
import { AppModal } from '../../ui/AppModal.tsx';
import type { Review } from './ReviewDrawer.tsx';

/** Who is asked for an opinion: an odd number of people who have nothing to do with the project. */
export const InviteDialog = ({ of, onClose }: { readonly of: Review; readonly onClose: () => void }): ReactElement => {
  const id = useId();
  const [experts, setExperts] = useState<readonly string[]>(() => of.experts.map((one) => one.expert));
  const [names, setNames] = useState(of.labels);
  const [wrong, setWrong] = useState('');
  const invite = useWrite(committeeInvite, {
    renews: ['rows'],
    onDone: ({ busy }) => {
      if (busy.length > 0) notify.info(`${busy.join('、')}当日还有其他评审，请确认时间`);
      notify.success('专家已邀请');
      onClose();
    },
    onError: (error) => setWrong(refusalOf(error)),
  });
  return (
    <AppModal
      title="邀请专家"
      okText="邀请"
      confirmLoading={invite.isPending}
      onOk={() => invite.mutate({ Id: of.Id, experts: [...experts] })}
      onCancel={onClose}
    >
      <label htmlFor={id}>评审专家（{experts.length} 人）</label>
      <ReferencePicker
        id={id}
        entity="user"
        multiple
        value={experts}
        labels={names}
        aria={{ 'aria-label': '评审专家' }}
        onPick={(next, words) => {
          setWrong('');
          setNames((before) => ({ ...before, ...words }));
          setExperts(next === null ? [] : typeof next === 'string' ? [next] : next);
        }}
      />
      {wrong === '' ? null : <p role="alert">{wrong}</p>}
      <p className="note">不少于3人且为单数；项目的报备人、业务员、咨询申请人和编制人应回避。</p>
    </AppModal>
  );
};
