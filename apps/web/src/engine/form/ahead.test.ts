import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { answerTo, askAhead, askOf } from './ahead.ts';

const asked: string[] = [];
vi.stubGlobal('fetch', async (url: string) => {
  asked.push(url);
  return Response.json({ status: 1, message: '', data: { BusinessId: '7', turn: asked.length } });
});
// The files behind it share its globals.
afterAll(() => void vi.unstubAllGlobals());
afterEach(() => {
  asked.length = 0;
  vi.useRealTimers();
});

const params = new URLSearchParams('ProcedureId=10&BusinessId=7');
const open = () => answerTo('constructionNotice', askOf(params), new AbortController().signal);

describe('what a form asks for', () => {
  it('is asked once where it was asked ahead, and anew the next time', async () => {
    askAhead('constructionNotice', params);
    expect(await open()).toMatchObject({ stored: { turn: 1 } });
    expect(asked).toEqual(['/bpmapi/ConstructionNotice/GetInfo?BusinessId=7']);
    expect(await open()).toMatchObject({ stored: { turn: 2 } });
  });

  it('is never the answer of another record, nor one of long ago', async () => {
    askAhead('constructionNotice', new URLSearchParams('BusinessId=8'));
    expect(await open()).toMatchObject({ stored: { turn: 2 } });
    vi.useFakeTimers({ toFake: ['performance'] });
    askAhead('constructionNotice', params);
    vi.advanceTimersByTime(10_001);
    expect(await open()).toMatchObject({ stored: { turn: 4 } });
  });

  it('names the to-do that the address means, and never one of what is only read', async () => {
    const ask = (query: string) => askOf(new URLSearchParams(query)).taskId;
    expect(ask('ProcedureId=10&BusinessId=7&NodeRecordId=31')).toBe('31');
    expect(ask('ProcedureId=10&BusinessId=7&NodeRecordId=x1')).toBeNull();
    expect(ask('O_ProcedureId=10&O_BusinessId=7&NodeRecordId=31')).toBeNull();
    await answerTo(
      'constructionNotice',
      askOf(new URLSearchParams('BusinessId=7&NodeRecordId=31')),
      new AbortController().signal,
    );
    expect(asked).toEqual(['/bpmapi/ConstructionNotice/GetInfo?BusinessId=7&NodeRecordId=31']);
  });

  it('is a new record’s where the address names none', async () => {
    const ask = askOf(new URLSearchParams('ProjectCode=EMC01001'));
    expect(await answerTo('constructionNotice', ask, new AbortController().signal)).toHaveProperty('fresh');
    expect(asked).toEqual(['/bpmapi/ConstructionNotice/GetInitInfo?ProjectCode=EMC01001']);
  });
});
