import LoadingOutlined from '@ant-design/icons/es/icons/LoadingOutlined';
import { QueryClientProvider } from '@tanstack/react-query';
import { App as AntApp, ConfigProvider, Progress } from 'antd';
import zhCN from 'antd/locale/zh_CN';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { type ReactElement, useEffect, useState } from 'react';
import { RouterProvider } from 'react-router/dom';
import { DetailToolsProvider } from '../engine/form/detail-tools.ts';
import { UndoButton } from '../engine/form/UndoButton.tsx';
import { registerNotifier } from '../lib/notify.ts';
import { queryClient } from '../lib/query.ts';
import { DETAIL_TOOLS } from './detail-tools.ts';
import { makeRouter } from './router.tsx';
import { themeFor } from './theme.ts';

dayjs.locale('zh-cn');

/** What a busy button is called by who cannot see it: antd's own says so in English, and for as long as it fades out. */
const BUTTON = { autoInsertSpace: false, loadingIcon: <LoadingOutlined aria-label="正在处理" /> };

/** Gives antd's notices to code that is no component. */
const NotifierBridge = (): null => {
  const { message, notification } = AntApp.useApp();
  useEffect(() => {
    registerNotifier({
      // By its text as its key: what is said again takes the place of what was said before.
      success: (text, undo) =>
        void message.success(
          undo === undefined
            ? { key: text, content: text }
            : {
                key: text,
                content: (
                  <>
                    {text}{' '}
                    <UndoButton
                      until={undo.until}
                      busy={false}
                      onUndo={() => {
                        message.destroy(text);
                        undo.act();
                      }}
                    />
                  </>
                ),
                duration: Math.max(3, (Date.parse(undo.until) - Date.now()) / 1000),
              },
        ),
      info: (text) => void message.info({ key: text, content: text }),
      warning: (text) => void message.warning({ key: text, content: text }),
      error: (text, title) =>
        title === undefined
          ? void message.error({ key: text, content: text, duration: 5 })
          : notification.error({ title, description: text, duration: 5 }),
      progress: (key, title, percent) =>
        notification.info({
          key,
          title,
          description: <Progress percent={percent} size="small" aria-label={`${title}的进度`} />,
          duration: 0,
        }),
      closeProgress: (key) => notification.destroy(key),
    });
  }, [message, notification]);
  return null;
};

export const Application = (): ReactElement => {
  const [router] = useState(makeRouter);
  // Read once: antd puts a provider around everything when it changes, and whatever was being filled in would be gone.
  const [theme] = useState(() =>
    themeFor({
      phone: matchMedia('(width < 768px)').matches,
      still: matchMedia('(prefers-reduced-motion: reduce)').matches,
    }),
  );
  return (
    <ConfigProvider locale={zhCN} theme={theme} button={BUTTON}>
      <AntApp className="app-root" message={{ maxCount: 3 }}>
        <NotifierBridge />
        <QueryClientProvider client={queryClient}>
          <DetailToolsProvider value={DETAIL_TOOLS}>
            <RouterProvider router={router} />
          </DetailToolsProvider>
        </QueryClientProvider>
      </AntApp>
    </ConfigProvider>
  );
};
