import { type QuestionnaireDetail, type QuestionnaireLink, setQuestionnaireSent } from '@hengneng/contracts';
import { SOURCES, type SourceCode } from '@hengneng/core/questionnaire';
import { Button, InputNumber, Select } from 'antd';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { useReactToPrint } from 'react-to-print';
import { notify } from '../../lib/notify.ts';
import { useWrite } from '../../lib/useWrite.ts';
import { EmptyHint } from '../../ui/feedback.tsx';
import { SHOWN } from './code.ts';

const PAGE = '@page { size: A5 portrait; margin: 0; }';

const addressOf = (code: string, source: SourceCode): string => `${location.origin}/q/${code}?f=${source}`;

const copy = async (text: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text);
    notify.success('链接已复制');
  } catch {
    // Without HTTPS browsers give no clipboard.
    notify.warning(`请手工复制：${text}`);
  }
};

const Sent = ({
  of,
  link,
  field,
  closed,
}: {
  readonly of: QuestionnaireDetail;
  readonly link: QuestionnaireLink;
  readonly field: 'sentSms' | 'sentWechat';
  readonly closed: boolean;
}): ReactElement => {
  const save = useWrite(setQuestionnaireSent, { renews: SHOWN, said: '已完成' });
  const [value, setValue] = useState<number | null>(link[field]);
  const keep = () => {
    if (value === null || value === link[field]) return;
    const { project, sentSms, sentWechat } = link;
    save.mutate({ Id: of.Id, project, sentSms, sentWechat, [field]: value });
  };
  return (
    <InputNumber
      aria-label={`${link.projectName}${field === 'sentSms' ? '短信' : '微信'}份数`}
      min={0}
      precision={0}
      disabled={closed || save.isPending}
      value={value}
      onChange={setValue}
      onBlur={keep}
      onPressEnter={keep}
    />
  );
};

interface Card extends QuestionnaireLink {
  readonly picture: string;
}

/** Cards for tables, one a page: what it is about, the code, and what to do with it. */
const Cards = ({
  of,
  links,
  onDone,
}: {
  readonly of: QuestionnaireDetail;
  readonly links: readonly QuestionnaireLink[];
  readonly onDone: () => void;
}): ReactElement => {
  const paper = useRef<HTMLDivElement>(null);
  const [cards, setCards] = useState<readonly Card[] | null>(null);
  const print = useReactToPrint({
    contentRef: paper,
    documentTitle: `${of.title} 二维码桌牌`,
    pageStyle: PAGE,
    onAfterPrint: onDone,
  });
  useEffect(() => {
    let left = false;
    const make = async () => {
      const { toDataURL } = await import('qrcode');
      const made = await Promise.all(
        links.map(async (link) => ({
          ...link,
          picture: await toDataURL(addressOf(link.code, 'q'), { margin: 1, width: 480, errorCorrectionLevel: 'Q' }),
        })),
      );
      if (!left) setCards(made);
    };
    make().catch(() => notify.error('二维码生成失败，请重试'));
    return () => {
      left = true;
    };
  }, [links]);
  return (
    <section className="surface q-cards" aria-label="二维码桌牌">
      <header>
        <h3>二维码桌牌（A5，每项目一张）</h3>
        <span className="q-space" />
        <Button type="primary" disabled={cards === null} onClick={() => print()}>
          打印
        </Button>
        <Button onClick={onDone}>收起</Button>
      </header>
      <div className="q-paper" ref={paper}>
        {(cards ?? []).map((card) => (
          <div key={card.id} className="q-a5">
            <p className="q-a5-title">{of.title}</p>
            <p>{card.projectName}</p>
            <img src={card.picture} alt={`${card.projectName}问卷二维码`} />
            <p>请用微信或手机相机扫码</p>
            <p>约1分钟填完，您的意见我们逐条处理</p>
            {of.hotline === '' ? null : <p>联系电话 {of.hotline}</p>}
          </div>
        ))}
      </div>
    </section>
  );
};

/** Where it is asked: a link and a card for each project, and how many messages went out. */
export const PublishTab = ({
  of,
  closed,
}: {
  readonly of: QuestionnaireDetail;
  readonly closed: boolean;
}): ReactElement => {
  const [source, setSource] = useState<SourceCode>('w');
  const [printed, setPrinted] = useState<readonly QuestionnaireLink[] | null>(null);
  const active = of.links.filter((link) => link.active);
  if (of.links.length === 0) return <EmptyHint text="发布后每个项目各有一个链接和二维码" />;
  return (
    <>
      <section className="surface q-links" aria-label="投放">
        <header>
          <span>复制的链接用于</span>
          <Select
            aria-label="链接用途"
            value={source}
            options={Object.entries(SOURCES).flatMap(([value, label]) => (value === 'q' ? [] : [{ value, label }]))}
            onChange={(next: string) => {
              if (next === 's' || next === 'w' || next === 'l') setSource(next);
            }}
          />
          <span className="q-space" />
          <Button type="primary" disabled={active.length === 0} onClick={() => setPrinted(active)}>
            打印全部桌牌
          </Button>
        </header>
        <div className="q-scroll">
          <table className="q-table">
            <thead>
              <tr>
                <th scope="col">项目</th>
                <th scope="col">短信（份）</th>
                <th scope="col">微信（份）</th>
                <th scope="col">回收（份）</th>
                <th scope="col">回收率</th>
                <th scope="col">操作</th>
              </tr>
            </thead>
            <tbody>
              {of.links.map((link) => (
                <tr key={link.id}>
                  <th scope="row">{link.projectName}</th>
                  <td>
                    <Sent of={of} link={link} field="sentSms" closed={closed} />
                  </td>
                  <td>
                    <Sent of={of} link={link} field="sentWechat" closed={closed} />
                  </td>
                  <td>{link.returned}</td>
                  <td>{link.rate === null ? '—' : `${link.rate.toFixed(1)}%`}</td>
                  <td>
                    {link.active ? (
                      <>
                        <Button type="link" size="small" onClick={() => void copy(addressOf(link.code, source))}>
                          复制链接
                        </Button>
                        <Button type="link" size="small" onClick={() => setPrinted([link])}>
                          桌牌
                        </Button>
                        <Button
                          type="link"
                          size="small"
                          href={addressOf(link.code, 'l')}
                          target="_blank"
                          rel="noreferrer"
                        >
                          打开
                        </Button>
                      </>
                    ) : (
                      '已停用'
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <p className="q-note">份数由发送人登记；回收率 = 短信和微信来源的答卷 ÷ 短信和微信投放份数，扫码答卷不计入。</p>
      </section>
      {printed === null ? null : <Cards of={of} links={printed} onDone={() => setPrinted(null)} />}
    </>
  );
};
