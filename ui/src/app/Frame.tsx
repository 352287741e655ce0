import { Outlet } from "@tanstack/react-router";

export function Frame() {
  return <Outlet />;
}
