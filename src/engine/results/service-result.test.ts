import { describe, expect, it } from 'vitest';
import {
  endpointResult,
  noEndpointResponse,
  readEndpointResponse,
  serviceFailure,
  taskResult,
  understoodResult,
} from './service-result.ts';

const resultOf = (status: number, body: string) => endpointResult(readEndpointResponse({ status, body }));

describe('the response of an endpoint', () => {
  it.each([200, 204, 299])('is its JSON object, with the status %d', (status) => {
    expect(resultOf(status, '{"intent":"book"}')).toEqual({ ok: true, data: { intent: 'book' } });
  });

  it.each([199, 300, 500])('is a failure with the status %d, and can still be read', (status) => {
    expect(resultOf(status, '{"error":"busy"}')).toEqual({
      ok: false,
      code: 81014,
      message: `The service answered with the status ${status}`,
      data: { error: 'busy', status_code: status },
    });
  });

  it.each(['[1]', 'done', ''])('is a failure when it is no JSON object: %j', (body) => {
    expect(resultOf(200, body)).toEqual({
      ok: false,
      code: 81014,
      message: 'The service has not answered with a JSON object',
      data: { status_code: 200 },
    });
  });

  it('is shown as it was sent', () => {
    expect(readEndpointResponse({ status: 500, body: 'Bad gateway' }).answer).toBe('Bad gateway');
    expect(readEndpointResponse({ status: 200, body: '[1]' }).answer).toEqual([1]);
  });

  it('may be missing', () => {
    expect(endpointResult(noEndpointResponse('No connection'))).toEqual({
      ok: false,
      code: 81014,
      message: 'No connection',
      data: { status_code: 0 },
    });
    expect(noEndpointResponse('No connection').answer).toBeNull();
  });
});

describe('the built-in service', () => {
  it('makes a task, which is open while a caller waits', () => {
    expect(taskResult('WT1', false)).toEqual({ ok: true, data: { sid: 'WT1', TaskSid: 'WT1' } });
    expect(taskResult('WT1', true)).toEqual({ ok: true, data: { sid: 'WT1', TaskSid: 'WT1' }, open: true });
  });

  it('refuses with a sentence', () => {
    expect(serviceFailure('No such channel')).toEqual({
      ok: false,
      code: 81014,
      message: 'No such channel',
      data: {},
    });
  });

  it('finds the intent of a text', () => {
    const intents = [
      { name: 'book', keywords: ['appointment', 'visit'] },
      { name: 'cancel', keywords: ['cancel'] },
    ];
    expect(understoodResult({ text: 'Cancel my appointment for a visit', intents })).toEqual({
      ok: true,
      data: { intent: 'book', confidence: 0.67, text: 'Cancel my appointment for a visit' },
    });
    expect(understoodResult({ intents })).toEqual({
      ok: true,
      data: { intent: '', confidence: 0, text: '' },
    });
  });
});
