import { Button } from 'antd';
import { type ReactElement, useEffect, useState } from 'react';

const SECOND = 1000;
const left = (until: string): number => Math.ceil((Date.parse(until) - Date.now()) / SECOND);

/** Undoes what was just agreed to, for as long as nobody has been told of it. */
export const UndoButton = ({
  until,
  busy,
  onUndo,
}: {
  readonly until: string;
  readonly busy: boolean;
  readonly onUndo: () => void;
}): ReactElement | null => {
  const [seconds, setSeconds] = useState(() => left(until));
  useEffect(() => {
    const timer = setInterval(() => setSeconds(left(until)), SECOND / 4);
    return () => clearInterval(timer);
  }, [until]);
  if (seconds <= 0) return null;
  return (
    <Button size="small" disabled={busy} onClick={onUndo}>
      撤销（{seconds} 秒）
    </Button>
  );
};
