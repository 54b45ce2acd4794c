// Shaking a phone. Browsers offer this on secure pages only, and some ask the person first.

/** iOS asks; the others do not have this method. */
interface AskingMotion {
  requestPermission?(): Promise<"granted" | "denied">;
}

/** The change of acceleration between two events that counts as shaking, in m/s². */
const SHAKEN = 14;

/** Whether this device may have a motion sensor. */
export function canShake(): boolean {
  return "DeviceMotionEvent" in globalThis && isSecureContext && matchMedia("(pointer: coarse)").matches;
}

/** Ask for the sensor, on the tap of a button: browsers allow it at no other moment. */
export async function mayShake(): Promise<boolean> {
  const { requestPermission } = DeviceMotionEvent as unknown as AskingMotion;
  if (!requestPermission) return true;
  return (await requestPermission.call(DeviceMotionEvent).catch(() => "denied")) === "granted";
}

/** Call back when the device is shaken; the result stops listening. */
export function onShake(shaken: () => void): () => void {
  let last: readonly number[] | null = null;
  const moved = ({ accelerationIncludingGravity: now }: DeviceMotionEvent) => {
    if (!now) return;
    const next = [now.x ?? 0, now.y ?? 0, now.z ?? 0];
    const change = last ? Math.hypot(...next.map((value, axis) => value - last![axis]!)) : 0;
    last = next;
    if (change > SHAKEN) shaken();
  };
  addEventListener("devicemotion", moved);
  return () => removeEventListener("devicemotion", moved);
}
