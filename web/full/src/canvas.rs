//! The page's canvas as the window of the app.

use std::sync::{Mutex, PoisonError};

use bevy::prelude::*;
use bevy::window::{PrimaryWindow, RawHandleWrapper, RawHandleWrapperHolder, WindowWrapper};
use raw_window_handle::{
    DisplayHandle, HandleError, HasDisplayHandle, HasWindowHandle, WebWindowHandle, WindowHandle,
};
use wasm_bindgen::JsError;

/// The value of the canvas's attribute `data-raw-handle`, by which the graphics library finds it.
struct Canvas(u32);

impl HasWindowHandle for Canvas {
    fn window_handle(&self) -> Result<WindowHandle<'_>, HandleError> {
        // SAFETY: the handle is a number, not an address, so it cannot dangle.
        Ok(unsafe { WindowHandle::borrow_raw(WebWindowHandle::new(self.0).into()) })
    }
}

impl HasDisplayHandle for Canvas {
    fn display_handle(&self) -> Result<DisplayHandle<'_>, HandleError> {
        Ok(DisplayHandle::web())
    }
}

/// Connects the primary window with a canvas. The graphics device, which is opened after this call, gets
/// the canvas too.
pub fn connect(app: &mut App, canvas: u32) -> Result<(), JsError> {
    let handle = RawHandleWrapper::new(&WindowWrapper::new(Canvas(canvas)))?;
    let world = app.world_mut();
    let mut windows =
        world.query_filtered::<(Entity, Option<&RawHandleWrapperHolder>), With<PrimaryWindow>>();
    let (window, holder) =
        windows.single(world).map_err(|_| JsError::new("the app has no window"))?;
    if let Some(holder) = holder {
        let holder: &Mutex<_> = &holder.0;
        *holder.lock().unwrap_or_else(PoisonError::into_inner) = Some(handle.clone());
    }
    world.entity_mut(window).insert(handle);
    Ok(())
}
