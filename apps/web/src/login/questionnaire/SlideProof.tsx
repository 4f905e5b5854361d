import type { OutputOf, questionnaireChallenge } from '@hengneng/contracts';
import { type ReactElement, useEffect, useState } from 'react';
import { callPath, messageOf } from '../../lib/api.ts';

type Challenge = OutputOf<typeof questionnaireChallenge>;

interface Props {
  readonly problem: string;
  readonly onProof: (proof: { readonly challenge: string; readonly slide: number }) => void;
  readonly onCancel: () => void;
}

const Puzzle = ({ problem, onProof, onCancel, onAgain }: Props & { readonly onAgain: () => void }): ReactElement => {
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  const [failed, setFailed] = useState('');
  const [slide, setSlide] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    callPath<Challenge>('POST', '/bpmapi/Questionnaire/Challenge', {}, { signal: controller.signal })
      .then(setChallenge)
      .catch((error: unknown) => {
        if (!controller.signal.aborted) setFailed(messageOf(error));
      });
    return () => controller.abort();
  }, []);
  return (
    <div className="q-cover">
      <div className="q-proof" role="dialog" aria-modal="true" aria-label="安全验证">
        <h2>安全验证</h2>
        <p>拖动滑块，把拼图移到缺口处</p>
        {challenge ? (
          <>
            <div className="q-puzzle" style={{ width: challenge.width, height: challenge.height }}>
              <img src={challenge.ground} alt="" />
              <img src={challenge.piece} alt="" style={{ left: slide }} />
            </div>
            <input
              type="range"
              min={0}
              max={challenge.width - 48}
              value={slide}
              aria-label="拖动拼图到缺口"
              onChange={(event) => setSlide(Number(event.target.value))}
            />
          </>
        ) : (
          <p role="status">{failed || '正在取验证图…'}</p>
        )}
        {problem ? (
          <p className="field-error" role="alert">
            {problem}
          </p>
        ) : null}
        <div className="q-proof-actions">
          <button type="button" onClick={onAgain}>
            换一张
          </button>
          <button type="button" onClick={onCancel}>
            返回修改
          </button>
          <button
            type="button"
            className="submit"
            disabled={challenge === null || slide === 0}
            onClick={() => challenge && onProof({ challenge: challenge.id, slide })}
          >
            验证并提交
          </button>
        </div>
      </div>
    </div>
  );
};

/** A piece that is slid to where it belongs: by a finger, a mouse, or the arrow keys. */
export const SlideProof = (props: Props): ReactElement => {
  const [turn, setTurn] = useState(0);
  return <Puzzle key={turn} {...props} onAgain={() => setTurn(turn + 1)} />;
};
