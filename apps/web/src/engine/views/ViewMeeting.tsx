import { Button } from 'antd';
import {
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { useBackCloses } from '../../ui/back-closes.ts';
import './view-meeting.css';

/** One thing that a meeting looks at. */
export interface MeetingPage {
  readonly title: string;
  readonly show: () => ReactNode;
}

/** 会议模式: a board page by page over the whole screen, for a room that looks at one picture at a time. */
export const ViewMeeting = ({
  title,
  pages,
  onClose,
}: {
  readonly title: string;
  readonly pages: readonly MeetingPage[];
  readonly onClose: () => void;
}): ReactElement => {
  const [at, setAt] = useState(0);
  const dialog = useRef<HTMLDivElement>(null);
  const page = pages[Math.min(at, pages.length - 1)];
  const turn = (by: number) => setAt((now) => Math.min(Math.max(now + by, 0), pages.length - 1));
  const close = useEffectEvent(onClose);
  useBackCloses(onClose);
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.focus();
    // Where the browser may not, the window is filled all the same.
    document.documentElement.requestFullscreen?.().catch(() => undefined);
    // Escape leaves full screen without telling of the key.
    const left = () => {
      if (document.fullscreenElement === null) close();
    };
    document.addEventListener('fullscreenchange', left);
    return () => {
      document.removeEventListener('fullscreenchange', left);
      if (document.fullscreenElement !== null) void document.exitFullscreen();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  const onKey = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement) return;
    if (event.key === 'Escape') onClose();
    else if (event.key === 'ArrowRight' || event.key === 'PageDown') turn(1);
    else if (event.key === 'ArrowLeft' || event.key === 'PageUp') turn(-1);
    else return;
    event.preventDefault();
  };
  return createPortal(
    <div
      ref={dialog}
      className="meeting"
      role="dialog"
      aria-modal
      aria-label={`${title}会议模式`}
      tabIndex={-1}
      onKeyDown={onKey}
    >
      <header>
        <h1>{page?.title}</h1>
        <span aria-live="polite">
          第{at + 1}页，共{pages.length}页
        </span>
        <Button disabled={at === 0} onClick={() => turn(-1)}>
          上一页
        </Button>
        <Button type="primary" disabled={at >= pages.length - 1} onClick={() => turn(1)}>
          下一页
        </Button>
        <Button onClick={onClose}>退出</Button>
      </header>
      <div key={page?.title} className="meeting-page">
        {page?.show()}
      </div>
    </div>,
    document.body,
  );
};
