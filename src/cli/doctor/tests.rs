use super::*;

#[test]
fn a_working_machine_passes_the_checks() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("not yet there");
    for check in [
        check_free_space(Some(&folder)),
        check_files(Some(&folder)),
        check_heights(Duration::ZERO),
        check_processor(),
    ] {
        assert!(check.result.is_ok(), "{}: {:?}", check.name, check.result);
    }
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0, "no file is left behind");
    let check = check_heights(MAX_COMPARISON_TIME);
    assert!(
        check.result.as_ref().is_ok_and(|line| !line.starts_with("0 heights")),
        "{:?}",
        check.result
    );
}

#[test]
fn a_failed_check_names_the_remedy_and_fails_the_doctor() {
    let bad = Path::new("/proc/self/orogen");
    for check in [check_files(Some(bad)), check_files(None), check_free_space(None)] {
        let Error(line) = check.result.as_ref().unwrap_err();
        assert!(line.contains("make sure") || line.contains("set HOME"), "{line}");
        let checks = [check_program(), check];
        assert!(report(&checks).contains("\nFAIL  "));
        let Error(line) = verdict(&checks).unwrap_err();
        assert!(line.starts_with("1 of 2 checks fail: "), "{line}");
    }
    assert!(verdict(&[check_program()]).is_ok());
}
