// Synthesised sounds, so that no files are needed. Off by default, and silent until the page is touched.

import { settings } from "./settings.svelte";

export type Sound = "roll" | "cross" | "card" | "turn" | "end";

/** A fading tone: start and duration in seconds, pitch in hertz, loudness from 0 to 1. */
interface Tone {
  readonly at: number;
  readonly takes: number;
  readonly pitch: number;
  readonly loud: number;
}

/** Noise around a pitch: a rustle or a knock. */
interface Noise extends Tone {
  /** The Q factor of the band-pass filter. */
  readonly narrow: number;
}

interface Score {
  readonly tones: readonly Tone[];
  readonly noises: readonly Noise[];
}

export const SCORES: Readonly<Record<Sound, Score>> = {
  roll: { tones: [], noises: knocks([0, 0.06, 0.11, 0.19, 0.24, 0.34, 0.47]) },
  cross: {
    tones: [],
    noises: [
      { at: 0, takes: 0.09, pitch: 3200, loud: 0.22, narrow: 1.2 },
      { at: 0.12, takes: 0.1, pitch: 2700, loud: 0.22, narrow: 1.2 },
    ],
  },
  card: {
    tones: [],
    noises: [
      { at: 0, takes: 0.12, pitch: 1800, loud: 0.2, narrow: 0.7 },
      { at: 0.11, takes: 0.04, pitch: 500, loud: 0.3, narrow: 2 },
    ],
  },
  turn: { tones: chime([659, 880], 0.11, 0.14), noises: [] },
  end: { tones: chime([523, 659, 784, 1047], 0.13, 0.15), noises: [] },
};

/** Dice hitting the table, each knock softer than the last. */
function knocks(times: readonly number[]): Noise[] {
  return times.map((at, nth) => ({ at, takes: 0.05, pitch: 900 + 260 * (nth % 3), loud: 0.5 / (1 + 0.35 * nth), narrow: 4 }));
}

function chime(pitches: readonly number[], apart: number, loud: number): Tone[] {
  return pitches.map((pitch, nth) => ({ at: nth * apart, takes: 0.45, pitch, loud }));
}

let context: AudioContext | null = null;
let rustle: AudioBuffer | null = null;

/** Play a sound if sounds are on and the page was touched. */
export function play(sound: Sound): void {
  if (!settings.sound || !isTouched()) return;
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
    perform(context, SCORES[sound]);
  } catch {
    // No audio on this device.
  }
}

/** Whether somebody has touched the page, before which it may neither sound nor vibrate. */
export function isTouched(): boolean {
  // Browsers without this API block the sound themselves.
  return navigator.userActivation?.hasBeenActive ?? true;
}

function perform(context: AudioContext, { tones, noises }: Score): void {
  const start = context.currentTime + 0.01;
  for (const tone of tones) {
    const source = new OscillatorNode(context, { type: "triangle", frequency: tone.pitch });
    source.connect(fading(context, start, tone));
    source.start(start + tone.at);
    source.stop(start + tone.at + tone.takes);
  }
  for (const noise of noises) {
    const source = new AudioBufferSourceNode(context, { buffer: (rustle ??= noiseOf(context)) });
    const band = new BiquadFilterNode(context, { type: "bandpass", frequency: noise.pitch, Q: noise.narrow });
    source.connect(band).connect(fading(context, start, noise));
    source.start(start + noise.at, 0, noise.takes);
  }
}

/** A gain that rises at once and then fades out. */
function fading(context: AudioContext, start: number, { at, takes, loud }: Tone): GainNode {
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, start + at);
  gain.gain.linearRampToValueAtTime(loud, start + at + 0.006);
  gain.gain.exponentialRampToValueAtTime(0.0005, start + at + takes);
  gain.connect(context.destination);
  return gain;
}

/** Half a second of white noise, the raw material of every rustle. */
function noiseOf(context: AudioContext): AudioBuffer {
  const buffer = new AudioBuffer({ length: context.sampleRate / 2, sampleRate: context.sampleRate });
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = 2 * Math.random() - 1;
  return buffer;
}
