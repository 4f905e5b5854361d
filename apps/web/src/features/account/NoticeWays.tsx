import { Checkbox } from 'antd';
import type { ReactElement } from 'react';
import { allowDesktop, DESKTOP_SETTING, isWanted } from '../../lib/desktop-notice.ts';
import { notify } from '../../lib/notify.ts';
import { useSetting } from '../../lib/useSetting.ts';

/** How one hears of news: always inside the product, and by the browser where one wants. */
export const NoticeWays = (): ReactElement => {
  const [stored, save] = useSetting(DESKTOP_SETTING);
  const turn = async (on: boolean) => {
    if (on && !(await allowDesktop())) {
      notify.warning('浏览器没有允许通知，请在浏览器的网站设置中允许后再试');
      return;
    }
    save(on);
  };
  return (
    <div className="check-column">
      <span>站内消息：始终接收</span>
      <Checkbox checked={isWanted(stored)} onChange={(event) => void turn(event.target.checked)}>
        浏览器桌面提醒（页面在后台时提醒待办与通知）
      </Checkbox>
    </div>
  );
};
