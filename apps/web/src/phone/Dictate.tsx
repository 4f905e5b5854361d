/** 备注 by voice, where the browser can listen: hands in a machine room are dirty. */
import { type ReactElement, useEffect, useRef, useState } from 'react';

interface Heard {
  readonly results: ArrayLike<ArrayLike<{ readonly transcript: string }>>;
}
interface Listener {
  lang: string;
  onresult: ((event: Heard) => void) | null;
  onerror: (() => void) | null;
  onend: (() => void) | null;
  start(): void;
  abort(): void;
}
type ListenerClass = new () => Listener;

const listenerClass = (): ListenerClass | undefined => {
  const { SpeechRecognition, webkitSpeechRecognition } = globalThis as {
    SpeechRecognition?: ListenerClass;
    webkitSpeechRecognition?: ListenerClass;
  };
  return SpeechRecognition ?? webkitSpeechRecognition;
};

export const Dictate = ({
  onText,
  onProblem,
}: {
  readonly onText: (said: string) => void;
  readonly onProblem: (words: string) => void;
}): ReactElement | null => {
  const [listening, setListening] = useState(false);
  const listener = useRef<Listener>(null);
  useEffect(() => () => listener.current?.abort(), []);
  const known = listenerClass();
  if (known === undefined) return null;
  const start = () => {
    const made = new known();
    listener.current = made;
    made.lang = 'zh-CN';
    made.onresult = ({ results }) => onText(Array.from(results, (one) => one[0]?.transcript ?? '').join(''));
    made.onerror = () => onProblem('没有听清，或没有网络、没有麦克风权限，请手动输入备注');
    made.onend = () => setListening(false);
    setListening(true);
    made.start();
  };
  return (
    <button
      type="button"
      className="side-key"
      aria-pressed={listening}
      onClick={() => (listening ? listener.current?.abort() : start())}
    >
      {listening ? '正在听，点此结束' : '语音输入备注'}
    </button>
  );
};
