import type { ReactElement } from 'react';
import { chinaClock } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { useSetting } from '../../lib/useSetting.ts';
import { EmptyHint } from '../../ui/feedback.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Cards } from './Cards.tsx';
import { Energies } from './Energies.tsx';
import { Expiring } from './Expiring.tsx';
import { LayoutMenu } from './LayoutMenu.tsx';
import { type BlockKey, BLOCKS, type ChangeLayout, type Column, defaultFor, parseLayout } from './layout.ts';
import { MyApplications } from './MyApplications.tsx';
import { Notices } from './Notices.tsx';
import { isOpen } from './open.ts';
import { Place } from './place.tsx';
import { QuickStart } from './QuickStart.tsx';
import { Todos } from './Todos.tsx';
import { Trend } from './Trend.tsx';
import { Warnings } from './Warnings.tsx';

const WEEKDAYS = '日一二三四五六';

const today = (): string => {
  const day = chinaClock(new Date());
  return `${day.getUTCMonth() + 1}月${day.getUTCDate()}日 星期${WEEKDAYS[day.getUTCDay()]}`;
};

const SHOWN: Readonly<Record<BlockKey, () => ReactElement | null>> = {
  cards: Cards,
  todos: Todos,
  mine: MyApplications,
  quick: QuickStart,
  notices: Notices,
  expiring: Expiring,
  energies: Energies,
  trend: Trend,
  warnings: Warnings,
};

/** The workbench: what to handle first, where one's own records are, what is new. Each block loads and fails on its own. */
const MainPage = (): ReactElement => {
  const user = useSession((state) => state.user);
  const [stored, save] = useSetting('workbench.layout');
  const usual = defaultFor(user?.roles ?? []);
  const layout = parseLayout(stored, usual);
  const arrange: ChangeLayout = (change) => save((known) => change(parseLayout(known, usual)));
  const shown = layout.filter((place) => place.shown && isOpen(place)).map((place) => place.key);
  const blocks = (column: Column) =>
    shown
      .filter((key) => BLOCKS[key].column === column)
      .map((key) => {
        const Shown = SHOWN[key];
        return (
          <Place key={key} arranging={{ key, onChange: arrange }}>
            <Shown />
          </Place>
        );
      });
  const [main, side, wide] = [blocks('main'), blocks('side'), blocks('wide')];
  return (
    <div className="workbench">
      <PageHeader
        title={user ? `${user.UserName}，您好` : '工作台'}
        note={[today(), user?.deptName, user?.position].filter(Boolean).join(' · ')}
        actions={<LayoutMenu layout={layout} usual={usual} onChange={arrange} />}
      />
      {shown.includes('cards') ? <Cards /> : null}
      {shown.length === 0 ? <EmptyHint text="所有区块都已隐藏，可在「布局」中显示" /> : null}
      <div className={main.length > 0 && side.length > 0 ? 'workbench-columns' : ''}>
        {main.length > 0 ? <div className="workbench-main">{main}</div> : null}
        {side.length > 0 ? <div className="workbench-side">{side}</div> : null}
      </div>
      {wide.length > 0 ? <div className="workbench-wide">{wide}</div> : null}
    </div>
  );
};

export default MainPage;
