import type { CompiledDetail } from '@hengneng/form-kit';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { useRecord } from '../store/record-store.ts';
import type { DetailTool } from './detail-tools.ts';

/** The button of a module's own way to fill in a detail, where the record asks for it. */
export const DetailToolButton = ({
  tool: { label, shows, Dialog },
  detail,
}: {
  readonly tool: DetailTool;
  readonly detail: CompiledDetail;
}): ReactElement | null => {
  const [open, setOpen] = useState(false);
  const shown = useRecord((state) => shows(state.record));
  if (!shown) return null;
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open ? <Dialog detail={detail} onClose={() => setOpen(false)} /> : null}
    </>
  );
};
