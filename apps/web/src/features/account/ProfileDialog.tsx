import type { ReactElement } from 'react';
import { useSession } from '../../lib/session.ts';
import { AppModal } from '../../ui/AppModal.tsx';

/** The person's own card. */
export const ProfileDialog = ({
  open,
  onClose,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
}): ReactElement => {
  const user = useSession((state) => state.user);
  return (
    <AppModal open={open} title="个人中心" footer={null} onCancel={onClose}>
      <p>{user?.userName}</p>
    </AppModal>
  );
};
