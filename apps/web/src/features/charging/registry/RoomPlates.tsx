import { type InputOf, roomPage, type RoomRow } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import type { ReactElement } from 'react';
import { callApi } from '../../../lib/api.ts';
import { EmptyHint } from '../../../ui/feedback.tsx';
import { PaperDialog } from '../papers/Paper.tsx';
import { ROOMS } from './shared.ts';

const MOST = 500;
const PER_PAGE = 8;

interface Plate {
  readonly id: string;
  readonly name: string;
  readonly picture: string;
}
interface Plates {
  readonly plates: readonly Plate[];
  readonly left: number;
}

const pagesOf = (all: readonly Plate[]): Plate[][] =>
  Array.from({ length: Math.ceil(all.length / PER_PAGE) }, (_, at) => all.slice(at * PER_PAGE, (at + 1) * PER_PAGE));

/** The counter at that room: it opens for staff who are signed in, anybody else comes to the sign-in page. Nothing of who lives there is on it. */
const addressOf = (row: RoomRow, community: string): string =>
  `${location.origin}/chargeManage/chargeCashier?${new URLSearchParams({ community, room: row.id }).toString()}`;

/** 门牌与缴费二维码: eight on a page of A4. */
export const RoomPlates = ({
  asked,
  community,
  onClose,
}: {
  /** Rooms as the list shows them. */
  readonly asked: InputOf<typeof roomPage> & { readonly community: string };
  readonly community: string;
  readonly onClose: () => void;
}): ReactElement => {
  const found = useQuery({
    queryKey: [ROOMS, 'plates', asked],
    queryFn: async ({ signal }): Promise<Plates> => {
      const { rows, total } = await callApi(roomPage, { ...asked, PageIndex: 1, PageSize: MOST }, { signal });
      const { toDataURL } = await import('qrcode');
      const plates = await Promise.all(
        rows.map(async (row) => ({
          id: row.id,
          name: row.fullCode,
          picture: await toDataURL(addressOf(row, asked.community), { margin: 1, width: 260 }),
        })),
      );
      return { plates, left: Math.max(0, total - rows.length) };
    },
    staleTime: 0,
    gcTime: 0,
  });
  const { data } = found;
  return (
    <PaperDialog
      title="门牌与缴费二维码"
      found={found}
      ready={(data?.plates.length ?? 0) > 0}
      onClose={onClose}
      tools={
        data !== undefined && data.left > 0 ? (
          <Alert type="info" showIcon title={`一次最多打印${MOST}间，另有${data.left}间未列出，请选楼栋或单元`} />
        ) : null
      }
    >
      {({ plates }, sheet) =>
        plates.length === 0 ? (
          <EmptyHint text="没有符合条件的房间" />
        ) : (
          <div ref={sheet} className="plates">
            {pagesOf(plates).map((page) => (
              <div key={page[0]?.id ?? ''} className="plate-page">
                {page.map((plate) => (
                  <figure key={plate.id} className="plate">
                    <figcaption>
                      <span>{community}</span>
                      <strong>{plate.name}</strong>
                      <small>到窗口缴费时出示此码，工作人员扫码即可办理</small>
                    </figcaption>
                    <img src={plate.picture} alt={`${plate.name} 的二维码`} />
                  </figure>
                ))}
              </div>
            ))}
          </div>
        )
      }
    </PaperDialog>
  );
};
