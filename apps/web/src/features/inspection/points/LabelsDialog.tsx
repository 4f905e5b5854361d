import { type OutputOf, perambulatePointQrCode, type PointRow } from '@hengneng/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox, Radio } from 'antd';
import { type ReactElement, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useReactToPrint } from 'react-to-print';
import { messageOf } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.ts';
import { useSend } from '../../../lib/useWrite.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { POINTS } from './queries.ts';

type Label = OutputOf<typeof perambulatePointQrCode>[number] & { readonly picture: string };

/** How many stand on a page: twelve on plain A4, or one by one on waterproof labels of 60 by 80 mm. */
const PAPERS = {
  a4: { name: 'A4，每页 12 个', page: '@page { size: A4; margin: 8mm; }', each: 12 },
  single: { name: '防水标签 60×80mm，每张 1 个', page: '@page { size: 60mm 80mm; margin: 2mm; }', each: 1 },
} as const;
type Paper = keyof typeof PAPERS;

const pagesOf = <T,>(list: readonly T[], each: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / each) }, (_, at) => list.slice(at * each, (at + 1) * each));

/** Labels to be put up at the points. Printing the same ones again keeps their codes; replacing them makes those outside void. */
export const LabelsDialog = ({
  points,
  onClose,
}: {
  readonly points: readonly Pick<PointRow, 'id' | 'code' | 'name' | 'qrVersion'>[];
  readonly onClose: () => void;
}): ReactElement => {
  const client = useQueryClient();
  const send = useSend();
  const sheet = useRef<HTMLDivElement>(null);
  const [paper, setPaper] = useState<Paper>('a4');
  const [renew, setRenew] = useState(false);
  const [labels, setLabels] = useState<readonly Label[]>([]);
  const print = useReactToPrint({ contentRef: sheet, documentTitle: '巡检点二维码', pageStyle: PAPERS[paper].page });
  const make = useMutation({
    mutationFn: async () => {
      const made = await send(perambulatePointQrCode, { ids: points.map((one) => one.id), renew });
      const { toDataURL } = await import('qrcode');
      return Promise.all(
        made.map(async (one) => ({
          ...one,
          picture: await toDataURL(one.text, { margin: 1, width: 240, errorCorrectionLevel: 'Q' }),
        })),
      );
    },
    onSuccess: async (made) => {
      flushSync(() => {
        setLabels(made);
        setRenew(false);
      });
      await client.invalidateQueries({ queryKey: [POINTS] });
    },
    onError: (error) => notify.error(messageOf(error)),
  });
  const printed = points.filter((one) => one.qrVersion > 0).length;
  return (
    <AppModal
      title={`打印二维码（${points.length} 个点）`}
      width={860}
      okText="打印"
      okButtonProps={{ disabled: labels.length === 0 }}
      onOk={() => print()}
      onCancel={onClose}
    >
      <div className="filter-bar">
        <Radio.Group
          aria-label="纸张"
          value={paper}
          onChange={(event) => setPaper(event.target.value === 'single' ? 'single' : 'a4')}
          options={Object.entries(PAPERS).map(([value, { name }]) => ({ value, label: name }))}
        />
        {printed > 0 ? (
          <Checkbox checked={renew} onChange={(event) => setRenew(event.target.checked)}>
            换发新版（{printed} 个点的旧标签随即失效）
          </Checkbox>
        ) : null}
        <Button loading={make.isPending} onClick={() => make.mutate()}>
          {labels.length > 0 ? '重新生成' : '生成标签'}
        </Button>
      </div>
      {labels.length === 0 ? (
        <p className="hint">生成后可预览并打印；同一版的标签可重复打印。</p>
      ) : (
        <div className="label-preview">
          <div ref={sheet} className={`label-sheet label-${paper}`}>
            {pagesOf(labels, PAPERS[paper].each).map((page) => (
              <div key={page[0]?.id ?? ''} className="label-page">
                {page.map((one) => (
                  <figure key={one.id} className="label">
                    <img src={one.picture} alt={`${one.code} 的二维码`} />
                    <figcaption>
                      <strong>{one.code}</strong>
                      <span>{one.name}</span>
                      <small>
                        {one.projectName} · {one.area}
                      </small>
                      <small>第 {one.version} 版</small>
                    </figcaption>
                  </figure>
                ))}
              </div>
            ))}
          </div>
        </div>
      )}
    </AppModal>
  );
};
