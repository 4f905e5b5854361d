import type { CompiledDetail } from '@hengneng/form-kit';
import type { ReactElement } from 'react';
import { useRecord, useStore } from '../../engine/store/record-store.ts';
import { useSession } from '../../lib/session.ts';
import { DrawDialog } from './DrawDialog.tsx';

/** Draws whom the invitation at hand asks: its list is then those that were drawn. */
const DrawIntoForm = ({
  detail,
  onClose,
}: {
  readonly detail: CompiledDetail;
  readonly onClose: () => void;
}): ReactElement => {
  const store = useStore();
  const userId = useSession((state) => state.userId);
  const tender = useRecord((state) => String(state.record['tender'] ?? ''));
  const name = useRecord((state) => state.labels['tender']?.[tender] ?? '');
  return (
    <DrawDialog
      tender={tender}
      name={name}
      onDrawn={({ units }) => {
        store.addLabels({
          [`${detail.key}.provider`]: Object.fromEntries(units.map((one) => [one.supplier, one.name])),
        });
        store.setRows(
          detail.key,
          units.map(({ supplier, contactMan, contactPhone }) => ({
            ...store.form.newRow(detail.key, { now: new Date(), userId, deptId: '' }),
            provider: supplier,
            contactMan,
            contactPhone,
          })),
        );
      }}
      onClose={onClose}
    />
  );
};

export default DrawIntoForm;
